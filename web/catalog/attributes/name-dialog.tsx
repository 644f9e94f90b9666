import { formLanguages } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { useState } from 'react'
import type { Names } from '#contract/attributes.ts'
import { languages } from '#contract/language.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders an input for the name, or for the explanation, in each language of the shop; texts in others stay as they are. */
export function TextFields({
  prefix = 'name',
  texts = {},
  hint,
}: {
  prefix?: 'name' | 'help'
  texts?: Names
  hint?: string
}) {
  const asked = formLanguages()
  return languages
    .toSorted((a, b) => asked.indexOf(a) - asked.indexOf(b))
    .map((language) =>
      asked.includes(language) ? (
        <Field
          key={language}
          name={`${prefix}-${language}`}
          label={t(`attributes.${prefix}-${language}`)}
          defaultValue={texts[language] ?? ''}
          maxLength={prefix === 'name' ? maxLengths.attributeName : maxLengths.attributeText}
          autoComplete="off"
          hint={language === asked[0] ? hint : undefined}
        />
      ) : (
        <input key={language} type="hidden" name={`${prefix}-${language}`} value={texts[language] ?? ''} />
      ),
    )
}

/** Reads what TextFields were filled with. */
export function readTexts(data: FormData, prefix: 'name' | 'help' = 'name'): Names {
  const texts = languages.map((language) => [language, formText(data, `${prefix}-${language}`).trim()] as const)
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
