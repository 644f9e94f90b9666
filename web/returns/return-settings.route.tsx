import { useState } from 'react'
import { formLanguages, mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { getReturnSettings, type ReturnSettings, updateReturnSettings, withdrawalDays } from '#contract/returns.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { numberInput, readPercent, readWhole } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/return-settings.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('return-settings.title'))

export default function ReturnSettingsRoute() {
  const query = useQuery(endpointQuery(getReturnSettings))
  return (
    <>
      <BackLink to="/dashboard/returns">{t('returns.title')}</BackLink>
      <PageHeading title={t('return-settings.title')} text={t('return-settings.text')} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={4} label={t('returns.loading')} />}
          failed={t('returns.failed')}
        >
          {(settings) => <SettingsForm settings={settings} />}
        </QueryView>
      </div>
    </>
  )
}

function SettingsForm({ settings }: { settings: ReturnSettings }) {
  const [first] = useState(settings)
  const form = useEntryForm({
    values: {
      days: String(first.days),
      feePercent: numberInput(first.feePercent),
      'wayBack-en': first.wayBack.en ?? '',
      'wayBack-de': first.wayBack.de ?? '',
      withdrawal: first.withdrawal,
      deliveryDays: String(first.deliveryDays),
    },
    draft: 'return-settings',
    async send({ days, feePercent, 'wayBack-en': en, 'wayBack-de': de, withdrawal, deliveryDays }) {
      await write(updateReturnSettings, {
        body: {
          days: readWhole(days),
          feePercent: readPercent(feePercent),
          wayBack: { en, de },
          withdrawal,
          deliveryDays: readWhole(deliveryDays),
        },
      })
      toast.success(t('return-settings.saved'))
      return undefined
    },
  })
  const whole = (most: number) => ({
    validate: (typed: string) => {
      const count = readWhole(typed)
      return (count >= 0 && count <= most) || t('return-settings.whole', { most })
    },
  })
  return (
    <Card>
      <form {...form.form} aria-label={t('return-settings.title')} className="grid max-w-lg gap-5">
        <Field
          label={t('return-settings.days')}
          hint={t('return-settings.days-hint')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('days', whole(1000))}
        />
        <Field
          label={t('return-settings.fee')}
          hint={t('return-settings.fee-hint')}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('feePercent', {
            validate: (typed) => {
              const percent = readPercent(typed)
              return (percent >= 0 && percent <= 100) || t('return-settings.percent')
            },
          })}
        />
        {formLanguages().map((language) => (
          <Field
            key={language}
            label={
              language === mainLanguage()
                ? t('return-settings.way-back')
                : t('return-settings.way-back-in', { language: t(`language.${language}`) })
            }
            hint={language === mainLanguage() ? t('return-settings.way-back-hint') : undefined}
            lang={language}
            maxLength={maxLengths.wayBack}
            autoComplete="off"
            {...form.field(`wayBack-${language}`)}
          />
        ))}
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="checkbox" {...form.plain('withdrawal')} />
          {t('return-settings.withdrawal')}
        </label>
        <Field
          label={t('return-settings.delivery-days')}
          hint={t('return-settings.delivery-days-hint', { days: withdrawalDays })}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('deliveryDays', whole(365))}
        />
        <FormError text={form.problem} />
        <div>
          <Button type="submit" busy={form.busy} disabled={!form.isDirty}>
            {t('word.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
