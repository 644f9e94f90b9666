import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import { type Language, languages } from '#contract/language.ts'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { languageNames } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Chooses the main language of the store, until it has products of its own, and in which others its pages and mails are offered. */
export function StoreLanguages({ store, isFixed }: { store: Store; isFixed: boolean }) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { main: store.languages[0] ?? languages[0], offered: store.languages },
    draft: 'store-languages',
    async send({ main, offered }) {
      const inOrder = [main, ...offered.filter((language) => language !== main)]
      await saveStore({ languages: inOrder }, { reload: true })
      return undefined
    },
  })
  const main = useController({ control: form.control, name: 'main' }).field
  const offered = useController({ control: form.control, name: 'offered' }).field
  const toggle = (language: Language, isOffered: boolean) =>
    offered.onChange(languages.filter((one) => (one === language ? isOffered : offered.value.includes(one))))
  return (
    <StoreSection part="languages" text={t('store.languages-text')} form={form}>
      {isFixed ? (
        <Field
          label={t('store.main-language')}
          value={languageNames[main.value]}
          hint={t('problem.main-language-in-use')}
          readOnly
          className="max-w-lg"
        />
      ) : (
        <Select
          label={t('store.main-language')}
          hint={t('store.main-language-hint')}
          className="max-w-lg"
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={main.value}
          onChoose={main.onChange}
        />
      )}
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{t('store.other-languages')}</legend>
        <p className="muted mb-1 max-w-3xl text-sm">
          <RichMessage
            id="store.other-languages-hint"
            parts={{
              content: <Link to="/dashboard/site-content" className="link" />,
              em: <em />,
              legal: <Link to="/dashboard/legal" className="link" />,
            }}
          />
        </p>
        {languages
          .filter((language) => language !== main.value)
          .map((language) => (
            <label key={language} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={offered.value.includes(language)}
                onChange={({ target }) => toggle(language, target.checked)}
              />
              <span lang={language}>{languageNames[language]}</span>
            </label>
          ))}
      </fieldset>
    </StoreSection>
  )
}
