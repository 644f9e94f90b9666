import { CircleCheck, CircleDashed } from 'lucide-react'
import { Fragment, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  type Demo,
  getDemo,
  type LackingTexts,
  listOpeningSteps,
  type OpeningStep,
  removeDemo,
} from '#contract/opening.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { demoPartText } from '#web/orders/demo-parts.tsx'
import { taxTotalsText } from '#web/orders/tax-totals-text.ts'
import { RegionStep } from '#web/reports/region-step.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { currencyName } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale, languageNames } from '#web/i18n/language.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

const pages: Partial<Record<OpeningStep, string>> = {
  name: '/dashboard/store#name',
  logo: '/dashboard/store#pictures',
  address: '/dashboard/store#contacts',
  money: '/dashboard/store#currency',
  texts: '/dashboard/site-content',
  categories: '/dashboard/categories',
  products: '/dashboard/imports',
  shipping: '/dashboard/shipping',
  tax: '/dashboard/tax',
  payment: '/dashboard/connections',
  mail: '/dashboard/connections',
  legal: '/dashboard/legal',
  testOrder: '/products',
  realSales: '/dashboard/connections',
}

/** Shows what the shop needs before it opens; nothing once all of it is done. */
export function OpeningSteps() {
  const { data: steps } = useQuery(endpointQuery(listOpeningSteps))
  if (!steps || steps.every(({ done }) => done)) return null
  const done = steps.filter((step) => step.done)
  const hasDemo = steps.some((step) => step.step === 'demo' && !step.done)
  return (
    <section aria-labelledby="opening" className="mt-10">
      <h2 id="opening" className="text-3xl">
        {t('opening.title')}
      </h2>
      <p className="muted mt-1 mb-4">{t('opening.progress', { done: done.length, all: steps.length })}</p>
      <ol className="card-surface divide-y divide-base-300">
        {steps
          .filter((step) => !step.done)
          .map((step) => (
            <Step key={step.step} step={step} hasDemo={hasDemo} />
          ))}
      </ol>
      {done.length > 0 ? (
        <details className="card-surface mt-3">
          <summary className="flex min-h-11 cursor-pointer items-center px-5 font-semibold">
            {t('opening.done-steps', { count: done.length })}
          </summary>
          <ol className="divide-y divide-base-300 border-t border-base-300">
            {done.map((step) => (
              <Step key={step.step} step={step} hasDemo={hasDemo} />
            ))}
          </ol>
        </details>
      ) : null}
    </section>
  )
}

function Step({ step: each, hasDemo }: { step: ResponseBody<typeof listOpeningSteps>[number]; hasDemo: boolean }) {
  const how = howText(each, hasDemo)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      {each.done ? (
        <CircleCheck role="img" aria-label={t('opening.done')} size={22} className="shrink-0 text-success" />
      ) : (
        <CircleDashed role="img" aria-label={t('opening.open')} size={22} className="shrink-0 opacity-70" />
      )}
      <span className="min-w-0 grow basis-60">
        <span className="block font-semibold">{t(`opening.step.${each.step}`)}</span>
        {each.lacks ? <Lacking texts={each.lacks} /> : null}
        {how ? <span className="muted block text-sm">{how}</span> : null}
        {each.warnings ? (
          <span className="block text-sm">{t('opening.warnings', { count: each.warnings })}</span>
        ) : null}
        {each.totals && each.totals.length > 0 ? (
          <span className="muted block text-sm">{taxTotalsText(each.totals)}</span>
        ) : null}
      </span>
      {each.step === 'mainLanguage' && !each.done ? <RegionStep /> : null}
      {each.done || each.step === 'mainLanguage' ? null : (
        <SetUp step={each.step} label={t(each.charge === 'demo' || each.warnings ? 'opening.check' : 'opening.go')} />
      )}
    </li>
  )
}

/** Says what a step still needs; of shipping and tax, also who has set up what is charged. */
function howText(row: ResponseBody<typeof listOpeningSteps>[number], hasDemo: boolean): string | undefined {
  const { step, done, lacks, charge, ofDemo = [] } = row
  if ((step === 'shipping' || step === 'tax') && charge)
    return t(`opening.${step}.${charge}`, { parts: listOf(ofDemo) })
  if (done || lacks || step === 'shipping' || step === 'tax') return undefined
  if (step === 'testOrder' && !hasDemo) return t('opening.how.own-test-order')
  return t(`opening.how.${step}`, { currency: currencyName(), language: t(`language.${mainLanguage()}`) })
}

const textPages: Record<LackingTexts['kind'], string> = {
  footer: '/dashboard/site-content',
  legal: '/dashboard/legal',
  categories: '/dashboard/categories',
  attributes: '/dashboard/attributes',
  products: '/dashboard/exports',
}

/** Names what has no text in a language, each with the page where it is written. */
function Lacking({ texts }: { texts: readonly LackingTexts[] }) {
  return (
    <>
      <span className="muted block text-sm">{t('opening.how.languages')}</span>
      <span className="block text-sm">
        {texts.map(({ language, kind, count }, index) => (
          <Fragment key={`${language} ${kind}`}>
            {index > 0 ? ' · ' : null}
            <Link to={textPages[kind]} className="link">
              {languageNames[language]}: {t(`opening.lacks.${kind}`, { count })}
            </Link>
          </Fragment>
        ))}
      </span>
      {texts.some(({ kind }) => kind === 'products') ? (
        <span className="muted block text-sm">
          <RichMessage
            id="opening.how.product-texts"
            parts={{
              export: <Link to="/dashboard/exports" className="link" />,
              import: <Link to="/dashboard/imports" className="link" />,
            }}
          />
        </span>
      ) : null}
    </>
  )
}

function SetUp({ step, label }: { step: OpeningStep; label: string }) {
  const page = pages[step]
  const person = usePerson()
  if (step === 'demo') return mayUse(person, 'everything') ? <RemoveDemo /> : null
  if (page === undefined) return null
  return (
    <ButtonLink to={page} variant="outline" size="sm" aria-label={`${label}: ${t(`opening.step.${step}`)}`}>
      {label}
    </ButtonLink>
  )
}

/** Asks with the figures of what goes and what stays, and removes the demo. */
function RemoveDemo() {
  const { withReauthentication, dialog } = useReauthentication()
  const kept = useRef<ReadonlySet<string>>(new Set())
  const confirming = useConfirm<Demo>(
    (demo) => ({
      title: t('demo.remove-title'),
      text: <DemoList demo={demo} onKeep={(ids) => (kept.current = ids)} />,
      confirmLabel: t('demo.remove'),
      variant: 'danger',
    }),
    () =>
      withReauthentication(async () => {
        await write(removeDemo, { query: { keep: [...kept.current].join(',') } })
        toast.success(t('demo.removed'))
      }),
  )
  const counting = useAction(async () => {
    const demo = await call(getDemo)
    kept.current = keptAtFirst(demo)
    confirming.ask(demo)
  })
  return (
    <>
      <Button variant="outline" size="sm" busy={counting.isPending} onClick={() => counting.mutate(undefined)}>
        {t('demo.remove')}
      </Button>
      {confirming.dialog}
      {dialog}
    </>
  )
}

const demoKinds = ['products', 'pictures', 'reviews', 'orders', 'users', 'brands', 'categories', 'attributes'] as const
const setupKinds = ['zones', 'classes', 'groups'] as const
const stayingKinds = ['zones', 'lists', 'groups'] as const
const listOf = (names: readonly string[]) => new Intl.ListFormat(currentLocale()).format(names)

const keptAtFirst = ({ parts }: Demo): ReadonlySet<string> =>
  new Set(parts.filter(({ keep }) => keep).map(({ id }) => id))

const partKinds = ['method', 'registration', 'rate', 'list'] as const

/** Lists the methods, registrations, rates and price lists by name, each of which goes or can be kept. */
function DemoParts({ demo, onKeep }: { demo: Demo; onKeep: (ids: ReadonlySet<string>) => void }) {
  const [kept, setKept] = useState(() => keptAtFirst(demo))
  function toggle(id: string) {
    const next = new Set(kept)
    if (!next.delete(id)) next.add(id)
    setKept(next)
    onKeep(next)
  }
  const id = useId()
  const keeping = demo.parts.filter((part) => kept.has(part.id) && part.rates)
  /** The sentences that say why rates stay. */
  const reasons = new Map(
    keeping.flatMap((part) => (part.rates ?? []).map((rate) => [rate, `${id}${part.id}`] as const)),
  )
  return partKinds.map((kind) => {
    const parts = demo.parts.filter((part) => part.kind === kind)
    if (parts.length === 0) return null
    return (
      <li key={kind}>
        <details open={parts.length <= 8}>
          <summary className="cursor-pointer underline">{t(`demo.parts.${kind}`, { count: parts.length })}</summary>
          {parts.map((part) => (
            <label key={part.id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={kept.has(part.id) || reasons.has(part.id)}
                disabled={reasons.has(part.id)}
                aria-describedby={reasons.get(part.id)}
                onChange={() => toggle(part.id)}
              />
              <span className="wrap-anywhere">
                {t('demo.keep', { name: demoPartText(part) })}
                {keeping.includes(part) ? (
                  <span id={`${id}${part.id}`} className="muted block text-sm">
                    {t('demo.rates-stay')}
                  </span>
                ) : null}
                {part.keep ? <span className="muted block text-sm">{t('demo.used')}</span> : null}
              </span>
            </label>
          ))}
        </details>
      </li>
    )
  })
}

/** Lists what goes and what stays, and why. */
function DemoList({ demo, onKeep }: { demo: Demo; onKeep: (ids: ReadonlySet<string>) => void }) {
  const { products, archived, changed, names, origin, pages, emptyCategories, ordersStaying, publicPrices } = demo
  const counted = { ...demo, products: products - archived }
  const goes = [
    ...demoKinds.flatMap((kind) => {
      const count = counted[kind]
      if (count === 0) return []
      const text = t(`demo.${kind}`, { count })
      const named = kind === 'brands' || kind === 'categories' || kind === 'attributes' ? names[kind] : []
      return [{ text, names: named }]
    }),
    ...[
      ...setupKinds.flatMap((kind) =>
        names[kind].length > 0 ? [t(`demo.${kind}`, { names: listOf(names[kind]) })] : [],
      ),
      ...(origin ? [t('demo.origin')] : []),
      ...(pages.length > 0
        ? [
            t('demo.pages', {
              pages: listOf(pages.map((page) => t(page === 'plumbing' ? 'footer.plumbing' : `nav.${page}`))),
            }),
          ]
        : []),
    ].map((text) => ({ text, names: [] })),
  ]
  const stays = [
    ...(archived > 0 ? [t('demo.archived', { count: archived })] : []),
    ...(changed > 0 ? [t('demo.changed', { count: changed })] : []),
    ...(ordersStaying > 0 ? [t('demo.orders-staying', { count: ordersStaying })] : []),
    ...(emptyCategories > 0 ? [t('demo.empty-categories', { count: emptyCategories })] : []),
    ...stayingKinds.flatMap((kind) =>
      demo.stays[kind].length > 0 ? [t(`demo.stays.${kind}`, { names: listOf(demo.stays[kind]) })] : [],
    ),
    ...(publicPrices.activates ? [t('demo.public-prices', { name: publicPrices.name })] : []),
    t('demo.own'),
  ].map((text) => ({ text, names: [] }))
  return (
    <>
      {[
        { title: t('demo.goes'), lines: goes },
        ...(demo.parts.length > 0 ? [{ title: t('demo.choose'), lines: [] }] : []),
        { title: t('demo.stays'), lines: stays },
      ].map(({ title, lines }) => (
        <Fragment key={title}>
          <h3 className="mt-3 font-semibold text-base-content">{title}</h3>
          <ul className="list-disc pl-5">
            {title === t('demo.choose') ? <DemoParts demo={demo} onKeep={onKeep} /> : null}
            {lines.map(({ text, names: named }) => (
              <li key={text}>
                {named.length > 0 ? (
                  <details>
                    <summary className="cursor-pointer underline">{text}</summary>
                    <p>{listOf(named)}</p>
                  </details>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      <p className="mt-3">{t('demo.irreversible')}</p>
    </>
  )
}
