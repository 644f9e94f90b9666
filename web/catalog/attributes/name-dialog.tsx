import { mainFirst } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { useState } from 'react'
import type { Names } from '#contract/attributes.ts'
import type { Language } from '#contract/language.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Select } from '#web/ui/select.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

const languageLabels: Record<Language, MessageId> = { en: 'attributes.name-en', de: 'attributes.name-de' }

/** Renders an input for the name in each language. */
export function NameFields({ names = {} }: { names?: Names }) {
  return mainFirst().map((language) => (
    <Field
      key={language}
      name={`name-${language}`}
      label={t(languageLabels[language])}
      defaultValue={names[language] ?? ''}
      maxLength={maxLengths.attributeName}
      autoComplete="off"
    />
  ))
}

/** Reads what NameFields were filled with; other prefixes than `name` are of other texts. */
export function readTexts(data: FormData, prefix = 'name'): Names {
  const texts = mainFirst().map((language) => [language, formText(data, `${prefix}-${language}`).trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

interface Mergeable {
  code: string
  name: string
}

/** Asks into which of the others one is merged. */
export function MergeDialog(props: {
  merged: Mergeable | undefined
  others: readonly Mergeable[]
  onMerge: (into: string) => Promise<unknown>
  onClose: () => void
}) {
  const { merged, others, onMerge, onClose } = props
  const [into, setInto] = useState('')
  const choices = others
    .filter(({ code }) => code !== merged?.code)
    .map(({ code, name }) => ({ value: code, label: name }))
  const chosen = choices.find(({ value }) => value === into)?.value ?? choices[0]?.value ?? ''
  return (
    <FormDialog
      open={merged !== undefined}
      title={t('attributes.merge-title', { name: merged?.name ?? '' })}
      text={t('attributes.merge-text', { name: merged?.name ?? '' })}
      saveLabel={t('attributes.merge')}
      onSend={() => onMerge(chosen)}
      onClose={onClose}
    >
      <Select label={t('attributes.merge-into')} choices={choices} value={chosen} onChoose={setInto} />
    </FormDialog>
  )
}
