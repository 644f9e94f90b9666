import type { Locator } from '@playwright/test'

/** Returns the labels of the text and file fields of a form, in their order on the page; hidden ones and stars left out. */
export const labelsOf = (form: Locator): Promise<string[]> =>
  form
    .locator('input:not([type=radio], [tabindex="-1"]), textarea')
    .evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s*\*$/, '').trim() ?? ''),
    )
