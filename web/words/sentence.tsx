import { I18nProvider, Trans } from '@lingui/react'
import type { ReactElement } from 'react'
import { type WordId, wordsOfPage } from '#web/words/words.ts'

/** A sentence with elements in it: `<link>…</link>` in the catalogue becomes the element of that name. */
export function Sentence({
  id,
  values,
  parts,
}: {
  id: WordId
  values?: Record<string, unknown>
  parts: Record<string, ReactElement>
}) {
  return (
    <I18nProvider i18n={wordsOfPage()}>
      <Trans id={id} components={parts} {...(values && { values })} />
    </I18nProvider>
  )
}
