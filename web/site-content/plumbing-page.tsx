import { ArrowRight, Mail, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { SiteContent } from '#contract/site-content.ts'
import { ContactForm } from '#web/site-content/contact-form.tsx'
import { CountUp } from '#web/site-content/count-up.tsx'
import heroUrl from '#web/site-content/pictures/plumbing-hero.svg?url'
import { SocialLinks } from '#web/layout/social-links.tsx'
import { useRootData } from '#web/page/root-data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

type Words = SiteContent['plumbing']

/** Shows the plumbing page. */
export function PlumbingPage({ words }: { words: Words }) {
  return (
    <>
      <Hero {...words.hero} />
      <News {...words.news} />
      <PlumbingContact {...words.contact} />
      <PlumbingStatistics {...words.statistics} />
    </>
  )
}

function Hero({ title, text, button }: Words['hero']) {
  return (
    <section aria-labelledby="plumbing-title" className="on-dark relative overflow-hidden bg-[#10161a] text-[#f4f1ea]">
      <img
        src={heroUrl}
        alt=""
        width={1600}
        height={800}
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-[78%_50%] md:max-lg:object-[55%_50%]"
      />
      <div className="absolute inset-0 bg-gradient-to-r from-[#10161a] via-[#10161a]/85 to-[#10161a]/10 max-md:bg-[#10161a]/55" />
      <div className="page-width relative flex min-h-[clamp(30rem,44vw,44rem)] flex-col justify-center py-20">
        <h1
          id="plumbing-title"
          className="max-w-xl text-6xl font-extrabold tracking-tight hyphens-auto max-xs:text-5xl lg:text-7xl"
        >
          {title}
        </h1>
        <p className="mt-6 max-w-md text-lg text-[#e3ded3] lg:max-w-lg">{text}</p>
        <p className="mt-9">
          <ButtonLink to="/" size="lg">
            {button} <ArrowRight aria-hidden="true" size={20} />
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}

function News({ title, readMore, cards }: Words['news']) {
  return (
    <section aria-labelledby="news-title" className="page-width py-16 lg:py-24">
      <h2 id="news-title" className="text-4xl sm:text-5xl">
        {title}
      </h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {cards.map((card, index) => (
          <li key={card.title} id={`news-${index + 1}`} className="card-surface flex scroll-mt-24 flex-col p-6">
            <p>
              <Badge tone="info">{card.category}</Badge>
            </p>
            <h3 className="mt-4 text-2xl text-balance">{card.title}</h3>
            <p className="muted mt-3 grow">{card.description}</p>
            <p className="mt-5">
              <Link
                to={`#news-${index + 1}`}
                aria-label={`${readMore}: ${card.title}`}
                className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-4 hover:underline"
              >
                {readMore} <ArrowRight aria-hidden="true" size={18} />
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function PlumbingContact({ title, text, email, address, button }: Words['contact']) {
  const addresses = useRootData()?.footer?.social
  return (
    <section aria-labelledby="contact-title" className="border-y border-base-300 bg-base-200">
      <div className="page-width grid gap-10 py-16 lg:grid-cols-[1fr_1.2fr] lg:py-24">
        <div>
          <h2 id="contact-title" className="text-4xl sm:text-5xl">
            {title}
          </h2>
          {text ? <p className="muted mt-4 max-w-md text-lg">{text}</p> : null}
          <ul className="mt-8 grid gap-4">
            <li className="flex items-center gap-3">
              <Mail aria-hidden="true" className="shrink-0 text-accent" />
              <span className="wrap-anywhere">{email}</span>
            </li>
            <li className="flex items-center gap-3">
              <MapPin aria-hidden="true" className="shrink-0 text-accent" />
              <span>{address}</span>
            </li>
          </ul>
          <div className="mt-6 -ml-3">
            <SocialLinks addresses={addresses} className="hover:bg-base-300" />
          </div>
        </div>
        <ContactForm button={button} />
      </div>
    </section>
  )
}

export function PlumbingStatistics({ title, counters }: Words['statistics']) {
  return (
    <section aria-labelledby="statistics-title" className="on-dark bg-neutral text-neutral-content">
      <div className="page-width py-16 lg:py-20">
        <h2 id="statistics-title" className="text-center text-4xl sm:text-5xl">
          {title}
        </h2>
        <dl className="mt-10 grid grid-cols-2 gap-y-10 lg:grid-cols-4">
          {counters.map(({ label, target, suffix }) => (
            <div key={label} className="flex flex-col-reverse items-center gap-1 px-2 text-center">
              <dt className="opacity-85">{label}</dt>
              <dd className="figures font-heading text-5xl font-extrabold text-[#ff9a5c] sm:text-6xl">
                <CountUp target={target} suffix={suffix} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
