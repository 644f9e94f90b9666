import { useWatch } from 'react-hook-form'
import { uploadImage } from '#contract/media.ts'
import { checkColor, defaultColors, readColor, type StoreColors, textOn, themeOf } from '#contract/store-colors.ts'
import type { Store } from '#contract/store.ts'
import { UploadButton } from '#web/media/upload-button.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

interface Values {
  logo: string
  icon: string
  socialPicture: string
}

const pictures = ['logo', 'icon', 'socialPicture'] as const

/** Edits the pictures of the store. */
export function StorePictures({ store: { logo, icon, socialPicture } }: { store: Store }) {
  const saved: Values = {
    logo: logo?.source ?? '',
    icon: icon?.source ?? '',
    socialPicture: socialPicture?.source ?? '',
  }
  const saveStore = useSaveStore()
  const form = useEntryForm<Values>({
    values: saved,
    draft: 'store-pictures',
    async send(input) {
      await saveStore(input)
      return undefined
    },
  })
  const shown = useWatch({ control: form.control })
  return (
    <StoreSection part="pictures" text={t('store.pictures-text')} form={form}>
      <div className="grid gap-6 lg:grid-cols-3">
        {pictures.map((name) => (
          <fieldset key={name} className="grid content-start gap-3">
            <legend className="mb-1.5 text-sm font-semibold">{t(`store.${name}`)}</legend>
            <div
              className={`${shown[name] ? 'picture-ground' : 'bg-base-200'} grid h-36 place-items-center overflow-hidden rounded-field p-3`}
            >
              {!shown[name] ? (
                <span className="muted text-sm">{t('store.no-picture')}</span>
              ) : (
                <img src={shown[name]} alt="" className="h-30 w-full object-contain" />
              )}
            </div>
            <p className="muted text-sm">{t(`store.${name}-hint`)}</p>
            <div className="flex flex-wrap gap-2">
              <UploadButton
                label={t('store.choose', { picture: t(`store.${name}`) })}
                accept="image/png,image/jpeg,image/webp,image/avif"
                endpoint={uploadImage}
                field="image"
                most={1}
                onUpload={({ url }) => form.fill(name, url)}
              />
              {!shown[name] ? null : (
                <Button variant="quiet" onClick={() => form.fill(name, '')}>
                  {t('store.remove', { picture: t(`store.${name}`) })}
                </Button>
              )}
            </div>
          </fieldset>
        ))}
      </div>
    </StoreSection>
  )
}

/** Edits the colors of the store, with what they look like on light and dark pages. */
export function StoreColorsForm({ store }: { store: Store }) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { primaryColor: store.primaryColor, accentColor: store.accentColor },
    draft: 'store-colors',
    async send(values) {
      await saveStore(values)
      return undefined
    },
  })
  const { primaryColor: primary = '', accentColor: accent = '' } = useWatch({ control: form.control })
  const typed = { primary, accent }
  const shown = {
    primary: readColor(typed.primary) ?? defaultColors.primary,
    accent: readColor(typed.accent) ?? defaultColors.accent,
  }
  return (
    <StoreSection part="colors" text={t('store.colors-text')} form={form}>
      <div className="grid gap-5 lg:grid-cols-2">
        {(['primary', 'accent'] as const).map((name) => {
          return (
            <div key={name} className="grid gap-2">
              <Field
                label={t(`store.${name}-color`)}
                hint={t(`store.${name}-color-hint`)}
                placeholder={defaultColors[name]}
                autoComplete="off"
                spellCheck={false}
                maxLength={7}
                {...form.field(`${name}Color`, { validate: (text) => colorProblem(name, text) ?? true })}
              />
              <Suggestion name={name} text={typed[name]} onChoose={(color) => form.fill(`${name}Color`, color)} />
            </div>
          )
        })}
      </div>
      <ThemePreview colors={shown} />
    </StoreSection>
  )
}

/** Returns why a color cannot be used, in a sentence. */
function colorProblem(name: keyof StoreColors, text: string): string | undefined {
  if (text.trim() === '') return undefined
  const color = readColor(text)
  if (color === undefined) return t('store.color-unreadable')
  const { least, ratio, nearest } = checkColor(name, color)
  if (ratio >= least) return undefined
  const number = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 2, roundingMode: 'floor' } as object)
  return t('store.color-too-faint', { ratio: number.format(ratio), least: number.format(least), nearest })
}

/** Offers the nearest color that can be seen. */
function Suggestion({
  name,
  text,
  onChoose,
}: {
  name: keyof StoreColors
  text: string
  onChoose: (color: string) => void
}) {
  const color = readColor(text)
  if (color === undefined) return null
  const { least, ratio, nearest } = checkColor(name, color)
  if (ratio >= least) return null
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => onChoose(nearest)}>
        <Swatch color={nearest} /> {t('store.color-use', { color: nearest })}
      </Button>
    </div>
  )
}

// The policy of pages allows no style attributes: SVG has attributes of its own for colors.
const Swatch = ({ color }: { color: string }) => (
  <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 rounded-sm border border-base-content/25">
    <rect width="16" height="16" fill={color} />
  </svg>
)

/** Draws a button, a link and the header in the colors of each theme. */
function ThemePreview({ colors }: { colors: StoreColors }) {
  const { light, dark, header } = themeOf(colors)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Sample name={t('store.preview-light')} page="#fdfcf9" header={header.primary} {...light} />
      <Sample name={t('store.preview-dark')} page="#191c1f" header={header.primary} {...dark} />
    </div>
  )
}

function Sample(props: { name: string; page: string; header: string; primary: string; accent: string }) {
  const { name, page, header, primary, accent } = props
  return (
    <figure>
      <svg role="img" aria-label={name} viewBox="0 0 320 120" className="w-full rounded-field border border-base-300">
        <rect width="320" height="120" fill={page} />
        <rect width="320" height="34" fill={page === '#191c1f' ? '#0e1011' : '#1f2326'} />
        <path d="M28 7 38 12.500v11L28 29l-10-5.500v-11z" fill={header} />
        <rect x="18" y="54" width="124" height="42" rx="5" fill={primary} />
        <text x="80" y="80" textAnchor="middle" fontSize="16" fontWeight="700" fill={textOn(primary)}>
          {t('store.preview-button')}
        </text>
        <text x="166" y="80" fontSize="16" fontWeight="600" fill={accent} textDecoration="underline">
          {t('store.preview-link')}
        </text>
      </svg>
      <figcaption className="muted mt-1.5 text-sm">{name}</figcaption>
    </figure>
  )
}
