import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { shippingTaxRules, taxProviders, type TaxSetup, updateTaxSettings } from '#contract/tax.ts'
import { useAction, write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { useDemoParts } from '#web/orders/demo-parts.tsx'
import { gapText } from '#web/tax/gap-text.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { Choice, PlaceFields } from '#web/tax/tax-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { formText } from '#web/ui/form-text.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows whether tax is on, what is missing, and the settings. */
export function TaxSettings({ setup }: { setup: TaxSetup }) {
  const [isEditing, setEditing] = useState(false)
  const { enabled, gaps } = setup
  const { inTheWay } = useDemoParts()
  const switching = useAction(async () => {
    await write(updateTaxSettings, { body: { enabled: !enabled } })
    toast.success(t(enabled ? 'tax.switched-off' : 'tax.switched-on'))
  })
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card>
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-2xl">{t('tax.collecting')}</h2>
          <Badge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'word.on' : 'word.off')}</Badge>
        </div>
        <p className="muted mt-1">{t(enabled ? 'tax.on-text' : 'tax.off-text')}</p>
        <h3 className="mt-5 mb-2 text-lg">{t('tax.checklist')}</h3>
        <ul className="grid gap-2">
          {inTheWay('tax').map((text) => (
            <li key={text} className="flex gap-2.5">
              <CircleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-accent" />
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </li>
          ))}
          {gaps.map(({ code, places = [] }) => (
            <li key={code} className="flex gap-2.5">
              <CircleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-accent" />
              <span className="min-w-0 wrap-anywhere">{gapText(code, places)}</span>
            </li>
          ))}
          {gaps.length + inTheWay('tax').length === 0 ? (
            <li className="flex gap-2.5">
              <CircleCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success" />
              {t('word.nothing-missing')}
            </li>
          ) : null}
        </ul>
        <Button
          className="mt-5"
          variant={enabled ? 'outline' : 'primary'}
          busy={switching.isPending}
          onClick={() => switching.mutate(undefined)}
        >
          {t(enabled ? 'tax.switch-off' : 'tax.switch-on')}
        </Button>
      </Card>
      <Card>
        <h2 className="mb-3 text-2xl">{t('word.settings')}</h2>
        <Facts
          facts={[
            { term: t('word.prices'), value: t(setup.pricesIncludeTax ? 'tax.prices-with' : 'tax.prices-without') },
            { term: t('tax.shipping'), value: t(`tax.shipping.${setup.shippingTax}`) },
            { term: t('tax.provider'), value: t(`tax.provider.${setup.provider}`) },
            {
              term: t('tax.home'),
              value: setup.country ? [countryName(setup.country), setup.region].filter(Boolean).join(', ') : '–',
            },
          ]}
        />
        <Button className="mt-5" variant="outline" onClick={() => setEditing(true)}>
          {t('tax.edit-settings')}
        </Button>
      </Card>
      <FormDialog
        open={isEditing}
        wide
        title={t('word.settings')}
        onSend={(data) => save(data)}
        onClose={() => setEditing(false)}
      >
        <Choice
          name="prices"
          label={t('word.prices')}
          hint={t('tax.prices-hint')}
          initial={setup.pricesIncludeTax ? 'with' : 'without'}
          choices={[
            { value: 'without', label: t('tax.prices-without') },
            { value: 'with', label: t('tax.prices-with') },
          ]}
        />
        <Choice
          name="shippingTax"
          label={t('tax.shipping')}
          initial={setup.shippingTax}
          choices={shippingTaxRules.map((value) => ({ value, label: t(`tax.shipping.${value}`) }))}
        />
        <Choice
          name="provider"
          label={t('tax.provider')}
          hint={t('tax.provider-hint')}
          initial={setup.provider}
          choices={taxProviders.map((value) => ({ value, label: t(`tax.provider.${value}`) }))}
        />
        <p className="muted text-sm">{t('tax.home-hint')}</p>
        <PlaceFields country={setup.country} region={setup.region} noneLabel={t('tax.home-unknown')} />
      </FormDialog>
    </div>
  )
}

async function save(data: FormData): Promise<void> {
  const shippingTax = shippingTaxRules.find((value) => value === formText(data, 'shippingTax'))
  const provider = taxProviders.find((value) => value === formText(data, 'provider'))
  await write(updateTaxSettings, {
    body: {
      pricesIncludeTax: formText(data, 'prices') === 'with',
      ...(shippingTax && { shippingTax }),
      ...(provider && { provider }),
      country: formText(data, 'country'),
      region: formText(data, 'region').trim(),
    },
  })
  toast.success(t('tax.saved'))
}
