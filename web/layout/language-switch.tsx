import { type Language, languages } from '#contract/language.ts'
import { chooseLanguage, currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Lists the native names of the languages. */
const names: Record<Language, string> = { en: 'English', de: 'Deutsch' }

export function LanguageSwitch() {
  const shown = currentLanguage()
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
            {names[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}
