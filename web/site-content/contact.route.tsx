import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneLink } from '#contract/delivery.ts'
import { addressBelowName } from '#contract/address-below-name.ts'
import { hasHours, type OpeningHours, weekdays } from '#contract/opening-hours.ts'
import { getStore, type Store } from '#contract/store.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { serverCall } from '#web/api/server-call.ts'
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { StructuredData } from '#web/page/structured-data.tsx'
import { ContactForm } from '#web/site-content/contact-form.tsx'
import { OpeningHoursList } from '#web/page/opening-hours-list.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/contact.route.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('contact.page-title'),
    description: t('contact.page-description'),
    path: '/contact',
  })

export const loader = ({ context }: Route.LoaderArgs) => serverCall(context, getStore)

export const clientLoader = () => cachedCall(getStore)

/** Shows how to reach the seller, when the store is open, and the contact form. */
export default function ContactRoute({ loaderData: store, matches }: Route.ComponentProps) {
  const { company, name, address, phone, email, openingHours } = store
  return (
    <section aria-labelledby="contact-title">
      <StructuredData facts={structuredStore(store, publicOrigin(matches))} />
      <div className="page-width grid gap-10 py-12 lg:grid-cols-[1fr_1.2fr] lg:gap-16 lg:py-16">
        <div>
          <h1 id="contact-title" className="text-4xl sm:text-5xl">
            {t('contact.title')}
          </h1>
          <p className="muted mt-4 max-w-md text-lg">{t('contact.text')}</p>
          <div className="mt-8 grid gap-6">
            {address === '' ? null : (
              <Entry Icon={MapPin}>
                <address className="whitespace-pre-line not-italic">
                  <span className="font-semibold">{company || name}</span>
                  {`\n${addressBelowName(company || name, address)}`}
                </address>
              </Entry>
            )}
            {phone === '' ? null : (
              <Entry Icon={Phone}>
                <a href={phoneLink(phone)} className={linkClass}>
                  {phone}
                </a>
              </Entry>
            )}
            {email === '' ? null : (
              <Entry Icon={Mail}>
                <a href={`mailto:${email}`} className={linkClass}>
                  {email}
                </a>
              </Entry>
            )}
            {hasHours(openingHours) ? (
              <Entry Icon={Clock}>
                <h2 className="mb-2 text-xl">{t('store.hours')}</h2>
                <OpeningHoursList hours={openingHours} />
              </Entry>
            ) : null}
          </div>
        </div>
        <ContactForm button={t('contact.send')} />
      </div>
    </section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

const linkClass = 'inline-flex min-h-6 items-center wrap-anywhere underline underline-offset-4 hover:text-accent'

function Entry({ Icon, children }: { Icon: typeof Mail; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <Icon aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}

/** Returns the store for search engines, with what the seller has entered. */
function structuredStore({ name, company, address, phone, email, openingHours, socialPicture }: Store, origin: string) {
  return {
    '@type': 'Store',
    name,
    url: `${origin}/`,
    image: `${origin}${socialPicture?.url ?? '/social.png'}`,
    ...(company !== '' && { legalName: company }),
    ...(address !== '' && { address: address.replaceAll('\n', ', ') }),
    ...(phone !== '' && { telephone: phone }),
    ...(email !== '' && { email }),
    openingHoursSpecification: listOpenSpans(openingHours),
  }
}

const listOpenSpans = (hours: OpeningHours) =>
  weekdays.flatMap((day) =>
    (hours[day] ?? []).map(({ opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`,
      opens,
      closes: closes === '24:00' ? '23:59' : closes,
    })),
  )
