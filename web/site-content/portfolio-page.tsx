import { ArrowUpRight } from 'lucide-react'
import type { SiteContent } from '#contract/site-content.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows the portfolio of the shop's developer. */
export function PortfolioPage({ words: portfolio }: { words: SiteContent['portfolio'] }) {
  return (
    <>
      <section className="on-dark bg-neutral text-neutral-content">
        <div className="page-width grid items-center gap-10 py-14 lg:grid-cols-[1fr_auto] lg:py-20">
          <div className="max-w-2xl">
            <p className="font-heading text-sm font-bold tracking-[0.12em] text-[#ff9a5c] uppercase">
              {portfolio.role}
            </p>
            <h1 className="mt-3 text-5xl font-extrabold sm:text-7xl">{portfolio.name}</h1>
            <p className="mt-5 text-lg opacity-90">{portfolio.about}</p>
            <a
              href={portfolio.codeHost.url}
              rel="noreferrer"
              target="_blank"
              className="btn btn-primary btn-lg mt-8 min-h-13"
            >
              {portfolio.codeHost.text} <ArrowUpRight aria-hidden="true" size={20} />
              <span className="sr-only">{t('link.new-tab')}</span>
            </a>
          </div>
          <Plan />
        </div>
      </section>
      <section aria-labelledby="skills" className="page-width py-14">
        <h2 id="skills" className="text-4xl">
          {t('portfolio.skills')}
        </h2>
        <div className="mt-6 grid gap-8 md:grid-cols-3">
          {portfolio.skills.map(({ group, items }) => (
            <div key={group} className="border-t-2 border-primary pt-4">
              <h3 className="text-xl">{group}</h3>
              <ul className="mt-3 flex flex-wrap gap-2">
                {items.map((item) => (
                  <li
                    key={item}
                    className="rounded-selector border border-base-300 bg-base-200 px-2.5 py-1 text-[0.9375rem]"
                  >
                    {item}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
      <section aria-labelledby="work" className="border-t border-base-300 bg-base-200">
        <div className="page-width py-14">
          <h2 id="work" className="text-4xl">
            {t('portfolio.work')}
          </h2>
          <ul className="mt-6 grid gap-6 md:grid-cols-3">
            {portfolio.work.map(({ title, text }) => (
              <li key={title} className="card-surface p-6">
                <h3 className="text-2xl">{title}</h3>
                <p className="muted mt-2">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}

/** Draws a bolt as a technical drawing. */
function Plan() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 360 260"
      className="hidden w-[22rem] lg:block"
      fill="none"
      stroke="currentColor"
    >
      <g strokeWidth="1" opacity="0.18">
        {Array.from({ length: 17 }, (_, line) => (
          <path key={line} d={`M${20 + line * 20} 10v240`} />
        ))}
        {Array.from({ length: 12 }, (_, line) => (
          <path key={line} d={`M10 ${20 + line * 20}h340`} />
        ))}
      </g>
      <g strokeWidth="2.5" strokeLinejoin="round">
        <path d="M70 70h34v120H70l-10-14V84z" className="fill-primary/20 stroke-primary" />
        <path d="M60 110h44M60 150h44" className="stroke-primary" />
        <path d="M104 98h176l12 12v40l-12 12H104" />
        <path d="M196 98v64m12-64v64m12-64v64m12-64v64m12-64v64m12-64v64m12-64v64" opacity="0.7" />
      </g>
      <path d="M40 130h275" strokeDasharray="14 5 3 5" opacity="0.6" />
      <path d="M104 205v25m188-45v45M110 222h176m-176 0 8-4v8zm176 0-8-4v8z" strokeWidth="1.2" />
      <path d="M180 98V50m0 112v-12M30 70h24M30 190h24M38 76v108" strokeWidth="1.2" opacity="0.7" />
    </svg>
  )
}
