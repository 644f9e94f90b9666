import { useState } from 'react'
import { priceLines } from '#contract/carts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Place } from '#contract/place.ts'
import { previewShipping } from '#contract/shipping.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction } from '#web/api/queries.ts'
import { daysText, omissionText, priceText } from '#web/shipping/offer-text.ts'
import { PlaceFields } from '#web/shipping/place-fields.tsx'
import { Section, textOf } from '#web/shipping/section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

type Answer = ResponseBody<typeof previewShipping>

/** Says what delivery of products to a place would cost, whether it is charged or not. */
export function ShippingPreview({ countries }: { countries: readonly string[] }) {
  const [place, setPlace] = useState<Place>({ country: 'US' })
  const [answer, setAnswer] = useState<Answer>()
  const [unknown, setUnknown] = useState<string[]>([])
  const asking = useAction(async (data: FormData) => {
    const wanted = readLines(textOf(data, 'lines'))
    setAnswer(undefined)
    if (wanted.length === 0) return setUnknown([])
    const { lines } = await call(priceLines, { body: { lines: wanted } })
    const found = lines.flatMap(({ product }, index) => {
      const quantity = wanted[index]?.quantity
      return product && !product.discontinued
        ? [{ productId: product._id, quantity: quantity ?? product.minOrder }]
        : []
    })
    setUnknown(wanted.flatMap(({ partNumber }, index) => (lines[index]?.product ? [] : [partNumber])))
    if (found.length > 0) setAnswer(await call(previewShipping, { body: { lines: found, place } }))
  })
  return (
    <Section title={t('shipping.preview')}>
      <Card>
        <Form onSend={(data) => asking.mutate(data)}>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <TextArea
              label={t('shipping.preview-lines')}
              name="lines"
              rows={3}
              hint={t('shipping.preview-lines-hint')}
              className="figures"
            />
            <PlaceFields place={place} countries={countries} needs="region" onChange={setPlace} />
          </div>
          <div>
            <Button type="submit" variant="outline" busy={asking.isPending}>
              {t('shipping.preview-ask')}
            </Button>
          </div>
        </Form>
        <div aria-live="polite" className="mt-4 grid gap-1 empty:mt-0">
          {unknown.length > 0 ? (
            <p className="text-error">{t('shipping.preview-unknown', { list: unknown.join(', ') })}</p>
          ) : null}
          {answer ? <Result answer={answer} /> : null}
        </div>
      </Card>
    </Section>
  )
}

function Result({ answer: { zone, weight, value, offers, omitted, needs } }: { answer: Answer }) {
  return (
    <>
      <p className="font-semibold">
        {[
          zone ? t('shipping.preview-zone', { zone }) : t('delivery.not-there'),
          weight === undefined ? t('shipping.preview-no-weight') : `${weight.toLocaleString()} kg`,
          moneyText(value),
        ].join(' · ')}
      </p>
      {needs ? <p>{t(`delivery.needs.${needs}`)}</p> : null}
      <ul className="grid max-w-xl gap-1">
        {offers.map((offer) => (
          <li key={offer.id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {offer.name}
              {offer.days ? <span className="muted"> · {daysText(offer.days)}</span> : null}
            </span>
            <span className="figures font-semibold">{priceText(offer)}</span>
          </li>
        ))}
        {omitted.map(({ name, reason }) => (
          <li key={name} className="muted">
            {omissionText(name, reason)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Reads lines of a part number and a quantity. */
const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => /^(?<partNumber>.+?)(?:[\s,;×x]+(?<quantity>\d{1,6}))?$/u.exec(line.trim())?.groups)
    .flatMap((groups) => {
      const { partNumber = '', quantity } = groups ?? {}
      return partNumber ? [{ partNumber, ...(quantity && Number(quantity) > 0 && { quantity: Number(quantity) }) }] : []
    })
