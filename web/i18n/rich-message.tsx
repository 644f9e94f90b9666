import { I18nProvider, Trans } from '@lingui/react'
import type { ReactElement } from 'react'
import { type MessageId, pageMessages, withStore } from '#web/i18n/messages.ts'

/** Renders a message with elements: `<link>…</link>` becomes the element of that name. */
export function RichMessage({
  id,
  values,
  parts,
}: {
  id: MessageId
  values?: Record<string, unknown>
  parts: Record<string, ReactElement>
}) {
  return (
    <I18nProvider i18n={pageMessages()}>
      <Trans id={id} components={parts} values={withStore(values)} />
    </I18nProvider>
  )
}
