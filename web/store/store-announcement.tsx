import { defaultLanguage, type Language } from '#contract/language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { announcementTones, type Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { fromLocalInput, toLocalInput } from '#web/i18n/store-clock.ts'
import { Field, FieldLabel } from '#web/ui/field.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

const exampleLink = '/products'

/** Edits the bar at the top of every page. */
export function StoreAnnouncement({ store: { announcement, timeZone, languages } }: { store: Store }) {
  const [main = defaultLanguage] = languages
  const own = { ...announcement?.texts, [defaultLanguage]: announcement?.text }
  const textIn = (language: Language) => (languages.includes(language) && own[language]) || ''
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: {
      text: textIn(defaultLanguage),
      // Where English is not offered, its text is the one of a single language.
      de: textIn('de') || (languages.includes(defaultLanguage) ? '' : (own[defaultLanguage] ?? '')),
      url: announcement?.url ?? '',
      tone: announcement?.tone ?? announcementTones[0],
      startsAt: toLocalInput(announcement?.startsAt),
      endsAt: toLocalInput(announcement?.endsAt),
      dismissible: announcement?.dismissible ?? true,
    },
    draft: 'store-announcement',
    async send({ text, de, url, tone, startsAt, endsAt, dismissible }) {
      await saveStore({
        announcement: {
          text: text.trim(),
          ...(de.trim() !== '' && { texts: { de: de.trim() } }),
          ...(url.trim() !== '' && { url: url.trim() }),
          tone,
          ...(startsAt !== '' && { startsAt: fromLocalInput(startsAt) }),
          ...(endsAt !== '' && { endsAt: fromLocalInput(endsAt) }),
          dismissible,
        },
      })
      return undefined
    },
  })
  return (
    <StoreSection part="announcement" text={t('store.announcement-text')} form={form}>
      <div className="grid gap-5 md:grid-cols-2">
        {languages.map((language) => (
          <Field
            key={language}
            label={t('store.announcement-words', { language: nameOf(language) })}
            hint={
              language === main
                ? t('store.announcement-words-hint')
                : t('store.announcement-words-empty', { language: nameOf(main) })
            }
            lang={language}
            maxLength={maxLengths.announcement}
            autoComplete="off"
            {...form.field(language === defaultLanguage ? 'text' : language)}
          />
        ))}
        <Field
          label={t('store.announcement-link')}
          hint={t('store.announcement-link-hint')}
          placeholder={exampleLink}
          maxLength={maxLengths.link}
          autoComplete="off"
          {...form.field('url')}
        />
        <div>
          <FieldLabel htmlFor="announcement-tone">{t('store.announcement-tone')}</FieldLabel>
          <select
            id="announcement-tone"
            className="input min-h-11 w-full appearance-auto border-base-content/35 text-base"
            {...form.plain('tone')}
          >
            {announcementTones.map((tone) => (
              <option key={tone} value={tone}>
                {t(`store.tone.${tone}`)}
              </option>
            ))}
          </select>
        </div>
        <Field label={t('discounts.starts', { zone: timeZone })} type="datetime-local" {...form.field('startsAt')} />
        <Field label={t('discounts.ends', { zone: timeZone })} type="datetime-local" {...form.field('endsAt')} />
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="checkbox" {...form.plain('dismissible')} />
        {t('store.announcement-dismissible')}
      </label>
    </StoreSection>
  )
}

const nameOf = (language: Language) =>
  new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language) ?? language
