import { currentStore } from '#web/i18n/current-store.ts'
import { chooseLanguage, currentLanguage, languageNames } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Switches between the languages that the store offers; nothing if it offers one. */
export function LanguageSwitch() {
  const shown = currentLanguage()
  const { languages } = currentStore()
  if (languages.length < 2) return null
  return (
    <ul aria-label={t('shop.language')} className="flex gap-1">
      {languages.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-current={language === shown ? 'true' : undefined}
            onClick={() => chooseLanguage(language)}
            className="min-h-11 cursor-pointer rounded-field px-3 opacity-85 hover:bg-white/10 hover:opacity-100 aria-[current]:font-bold aria-[current]:underline aria-[current]:underline-offset-4"
          >
            {languageNames[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}
