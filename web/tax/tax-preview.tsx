import { useState } from 'react'
import type { ResponseBody } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { previewTax, type TaxClass, type TaxReason } from '#contract/tax.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { percentText, today } from '#web/tax/rate-text.ts'
import { Choice, PlaceFields, placeText } from '#web/tax/tax-dialog.tsx'
import { TaxSection } from '#web/tax/tax-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { isMessageId, t } from '#web/i18n/messages.ts'

type Preview = ResponseBody<typeof previewTax>

/** Shows what tax an amount would have in a place for a buyer, as if tax was on. */
export function TaxPreview({ classes, country }: { classes: readonly TaxClass[]; country: string }) {
  const [shown, setShown] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function calculate(data: FormData) {
    setBusy(true)
    setProblem(undefined)
    const region = formText(data, 'region').trim()
    const postalCode = formText(data, 'postalCode').trim()
    const email = formText(data, 'email').trim()
    const day = formText(data, 'day')
    try {
      setShown(
        await call(previewTax, {
          body: {
            amount: Math.round(Number(formText(data, 'amount')) * 100) / 100,
            shipping: Math.round(Number(formText(data, 'shipping')) * 100) / 100,
            taxClass: formText(data, 'taxClass'),
            place: { country: formText(data, 'country'), ...(region && { region }), ...(postalCode && { postalCode }) },
            ...(email && { email }),
            ...(day && { day }),
          },
        }),
      )
    } catch (error) {
      setShown(undefined)
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }
  return (
    <TaxSection title={t('tax.preview')} text={t('tax.preview-text')}>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card>
          <Form onSend={calculate}>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                name="amount"
                label={t('tax.amount')}
                type="number"
                inputMode="decimal"
                min={0}
                step={0.01}
                required
                defaultValue="100.00"
              />
              <Field
                name="shipping"
                label={t('tax.shipping-amount')}
                type="number"
                inputMode="decimal"
                min={0}
                step={0.01}
                defaultValue="0.00"
              />
              <Choice
                name="taxClass"
                label={t('tax.class')}
                initial="standard"
                choices={classes.map(({ code, name }) => ({ value: code, label: name }))}
              />
              <Field name="day" label={t('tax.day')} type="date" defaultValue={today()} />
            </div>
            <PlaceFields
              key={country}
              country={country || 'US'}
              postal={{ name: 'postalCode', label: t('address.postal'), value: '' }}
            />
            <Field
              name="email"
              label={t('tax.buyer-email')}
              hint={t('tax.buyer-email-hint')}
              type="email"
              maxLength={maxLengths.email}
              autoComplete="off"
            />
            <FormError text={problem} />
            <Button type="submit" variant="outline" busy={busy}>
              {t('tax.calculate')}
            </Button>
          </Form>
        </Card>
        <div role="status">{shown ? <Outcome preview={shown} /> : null}</div>
      </div>
    </TaxSection>
  )
}

/** Says why a group has its tax, in the words of the order page. */
function reasonText(reason: TaxReason): string {
  const id = `amounts.reason.${reason.replaceAll('_', '-')}`
  return isMessageId(id) ? t(id) : reason
}

function Outcome({ preview: { net, tax, total, groups, note } }: { preview: Preview }) {
  return (
    <Card>
      <Facts
        facts={[
          { term: t('tax.net'), value: <Money dollars={net} /> },
          ...groups.map((group) => ({
            term: [group.name || t('tax.tax'), placeText(group), percentText(group.rate)].join(' · '),
            value: (
              <span className="figures">
                {t('tax.of', { tax: moneyText(group.tax), taxable: moneyText(group.taxable) })}
                <span className="muted block text-sm">{reasonText(group.reason)}</span>
              </span>
            ),
          })),
          { term: t('tax.tax'), value: <Money dollars={tax} /> },
          { term: t('tax.total'), value: <Money dollars={total} />, strong: true },
        ]}
      />
      {note ? <p className="mt-4 font-medium">{t(`tax.note.${note}`)}</p> : null}
    </Card>
  )
}
