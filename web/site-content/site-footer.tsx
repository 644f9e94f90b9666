import { Link } from 'react-router'
import { socialLinks } from '#web/site-content/social-links.tsx'
import { Wordmark } from '#web/site-content/wordmark.tsx'

const columns = [1, 2, 3, 4, 5]
const columnLinks = ['First Link', 'Second Link', 'Third Link', 'Fourth Link']

/** Five columns of place holders, a sign-up line and the year: words that the shop's owner will change. */
export function SiteFooter() {
  return (
    <footer className="no-print bg-neutral text-neutral-content">
      <div className="page-width py-14">
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-3 lg:grid-cols-5">
          {columns.map((column) => (
            <nav key={column} aria-label={`Categories ${column}`}>
              <h2 className="mb-3 text-sm font-bold tracking-[0.12em] text-white">CATEGORIES</h2>
              <ul>
                {columnLinks.map((text) => (
                  <li key={text}>
                    <Link
                      to="/"
                      className="inline-flex min-h-9 items-center text-[0.9375rem] opacity-85 hover:underline hover:opacity-100"
                    >
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="mt-12 flex flex-wrap items-end justify-between gap-6 border-t border-white/15 pt-8">
          <div className="flex w-full max-w-md items-end gap-2">
            <label className="grow">
              <span className="mb-1.5 block text-sm font-semibold">Placeholder</span>
              <input
                type="text"
                placeholder="Placeholder"
                className="input min-h-11 w-full border-white/40 bg-white/5 text-base text-neutral-content placeholder:text-neutral-content/75"
              />
            </label>
            <button type="button" className="btn btn-primary min-h-11">
              Button
            </button>
          </div>
          <ul className="flex gap-1">
            {socialLinks.map(({ name, path }) => (
              <li key={name}>
                <Link
                  to="/"
                  aria-label={name}
                  className="grid size-11 place-items-center rounded-field opacity-85 hover:bg-white/10 hover:opacity-100"
                >
                  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
                    <path d={path} />
                  </svg>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="border-t border-white/15 bg-black/25">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-sm">
          <Wordmark />
          <p className="opacity-85">
            © 2022 Boltyard ·{' '}
            <Link to="/docs/api" className="underline underline-offset-4 hover:opacity-100">
              API
            </Link>
          </p>
        </div>
      </div>
    </footer>
  )
}
