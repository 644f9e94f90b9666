import { useState } from 'react'
import { translationLanguages } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  changeShippingSettings,
  setShipClasses,
  type ShipClass,
  type ShippingSetup,
  standardShipClass,
} from '#contract/shipping.ts'
import { readMeasure } from '#contract/units.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { formText } from '#web/ui/form-text.ts'
import { Section } from '#web/ui/section.tsx'
import { countryChoices } from '#web/i18n/country-names.ts'
import { readNames } from '#web/shipping/names.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { weightText, weightUnit } from '#web/i18n/weights.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows and edits the default weight, where carriers collect, and the ship classes. */
export function ShippingSettings({ setup, countries }: { setup: ShippingSetup; countries: readonly string[] }) {
  const [edited, setEdited] = useState<'settings' | 'classes'>()
  const { defaultWeight, origin, carriers, classes } = setup
  return (
    <Section
      title={t('shipping.settings')}
      action={
        <span className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => setEdited('classes')}>
            {t('shipping.edit-classes')}
          </Button>
          <Button variant="outline" onClick={() => setEdited('settings')}>
            {t('shipping.edit-settings')}
          </Button>
        </span>
      }
    >
      <Card>
        <Facts
          facts={[
            {
              term: t('shipping.default-weight'),
              value: defaultWeight === undefined ? t('shipping.no-default-weight') : weightText(defaultWeight),
            },
            {
              term: t('shipping.origin'),
              value: origin
                ? [origin.company, origin.street, origin.city, origin.region, origin.postalCode, origin.country]
                    .filter(Boolean)
                    .join(', ')
                : t('shipping.no-origin'),
            },
            { term: t('shipping.carriers'), value: t(`shipping.carriers.${carriers}`) },
            { term: t('shipping.classes'), value: classes.map(({ name }) => name).join(', ') },
          ]}
        />
      </Card>
      <SettingsDialog
        setup={setup}
        countries={countries}
        open={edited === 'settings'}
        onClose={() => setEdited(undefined)}
      />
      <ClassesDialog setup={setup} open={edited === 'classes'} onClose={() => setEdited(undefined)} />
    </Section>
  )
}

interface DialogProps {
  setup: ShippingSetup
  open: boolean
  onClose: () => void
}

function SettingsDialog({ setup, countries, open, onClose }: DialogProps & { countries: readonly string[] }) {
  const { defaultWeight, origin, edition } = setup
  const [country, setCountry] = useState(origin?.country ?? currentStore().country ?? 'US')
  const [regionProblem, setRegionProblem] = useState<string>()
  async function save(data: FormData) {
    const typed = formText(data, 'weight').trim()
    const weight =
      typed === ''
        ? undefined
        : readMeasure(typed, { dimension: 'mass', unit: weightUnit(), language: currentLanguage() })
    const postalCode = formText(data, 'postalCode').trim()
    const part = (name: string) => (formText(data, name).trim() === '' ? {} : { [name]: formText(data, name).trim() })
    setRegionProblem(undefined)
    const sent = write(changeShippingSettings, {
      body: {
        edition,
        // The server refuses a text that is no weight, with its sentence.
        ...(typed !== '' && { defaultWeight: Math.round(Number(weight?.base ?? 0) * 1000) / 1000 }),
        ...(postalCode !== '' && {
          origin: { ...part('company'), ...part('street'), ...part('city'), ...part('region'), postalCode, country },
        }),
      },
    })
    await sent.catch((error: unknown) => {
      if (error instanceof ApiProblem && error.code === 'region-unknown') setRegionProblem(error.message)
      throw error
    })
  }
  return (
    <FormDialog open={open} title={t('shipping.edit-settings')} onSend={save} onClose={onClose}>
      <Field
        label={t('shipping.default-weight')}
        name="weight"
        hint={t('shipping.default-weight-hint')}
        defaultValue={defaultWeight === undefined ? '' : weightText(defaultWeight)}
      />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1.5 font-semibold">{t('shipping.origin')}</legend>
        <Field
          label={t('shipping.company')}
          name="company"
          maxLength={maxLengths.addressee}
          defaultValue={origin?.company}
        />
        <Field label={t('shipping.street')} name="street" maxLength={maxLengths.street} defaultValue={origin?.street} />
        <Field label={t('shipping.city')} name="city" maxLength={maxLengths.city} defaultValue={origin?.city} />
        <Field
          // The region of one country is none of another.
          key={country}
          label={t('delivery.region')}
          name="region"
          maxLength={maxLengths.region}
          error={regionProblem}
          defaultValue={country === origin?.country ? origin.region : ''}
        />
        <Field
          label={t('delivery.postal-code')}
          name="postalCode"
          maxLength={maxLengths.postalCode}
          defaultValue={origin?.postalCode}
        />
        <Select
          label={t('word.country')}
          choices={countryChoices(countries)}
          value={country}
          onChoose={(chosen) => {
            setCountry(chosen)
            setRegionProblem(undefined)
          }}
        />
      </fieldset>
    </FormDialog>
  )
}

/** Lines that are empty are left out, so there is always one for a new class. */
function ClassesDialog({ setup, open, onClose }: DialogProps) {
  const { classes, edition } = setup
  const own = classes.filter(({ code }) => code !== standardShipClass)
  const rows: ShipClass[] = [...own, ...Array.from({ length: 3 }, () => ({ code: '', name: '', names: {} }))]
  async function save(data: FormData) {
    const sent = rows.flatMap(({ code, names }, index) => {
      const name = formText(data, `name-${index}`).trim()
      const further = Object.entries({ ...names, ...readNames(data, `name-${index}`) }).filter(
        ([, text]) => text !== '',
      )
      return name === '' ? [] : [{ code: code || codeOf(name), name, names: Object.fromEntries(further) }]
    })
    await write(setShipClasses, { body: { classes: sent, edition } })
  }
  return (
    <FormDialog
      open={open}
      title={t('shipping.edit-classes')}
      text={t('shipping.classes-text')}
      onSend={save}
      onClose={onClose}
    >
      {rows.map(({ code, name, names }, index) => (
        <div key={code || index} className="grid gap-3 sm:grid-cols-2">
          <Field
            label={t('shipping.class-name', { number: index + 1 })}
            name={`name-${index}`}
            maxLength={maxLengths.shippingName}
            defaultValue={name}
          />
          {translationLanguages().map((language) => (
            <Field
              key={language}
              label={t('product.name-in', { language: t(`language.${language}`) })}
              lang={language}
              name={`name-${index}-${language}`}
              maxLength={maxLengths.shippingName}
              defaultValue={names[language]}
            />
          ))}
        </div>
      ))}
    </FormDialog>
  )
}

const codeOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40) || 'class'
