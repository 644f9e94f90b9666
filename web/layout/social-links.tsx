import { Link } from 'react-router'
import type { SiteContent } from '#contract/site-content.ts'

type Addresses = NonNullable<SiteContent['footer']['social']>

/** Shows links to social networks; they lead home until the seller has set their addresses, and an empty one is left out. */
export function SocialLinks({ addresses, className }: { addresses: Addresses | undefined; className: string }) {
  return (
    <ul className="flex gap-1">
      {networks.map(({ name, path }) => {
        // The names are those of the fields.
        const to = addresses?.[name.toLowerCase() as keyof Addresses] ?? '/'
        return to ? (
          <li key={name}>
            <Link
              to={to}
              aria-label={name}
              className={`grid size-11 place-items-center rounded-field opacity-85 hover:opacity-100 ${className}`}
            >
              <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
                <path d={path} />
              </svg>
            </Link>
          </li>
        ) : null
      })}
    </ul>
  )
}

/** Draws simple shapes in the style of each network. */
const networks = [
  {
    name: 'Facebook',
    path: 'M14 8.5V6.8c0-.8.5-1.2 1.3-1.2H17V2.5h-2.6C11.5 2.5 10 4.3 10 6.7v1.8H7.5v3.2H10v9.8h4v-9.8h2.6l.5-3.2z',
  },
  {
    name: 'X',
    path: 'M4 3.5h4.8l4 5.6 4.9-5.6h2l-6 6.9 6.8 10.1h-4.8l-4.5-6.3-5.5 6.3h-2l6.6-7.6zm3 1.6 9.5 13.8h1.8L8.6 5.1z',
  },
  {
    name: 'Instagram',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zm0 2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM16.6 6.2a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z',
  },
  {
    name: 'LinkedIn',
    path: 'M5.2 3.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM3.5 8.8h3.4v12H3.5zm5.6 0h3.2v1.7c.6-1.1 1.9-2 3.7-2 3.4 0 4.5 2 4.5 5.3v7h-3.4v-6.3c0-1.7-.3-3-2.1-3s-2.4 1.3-2.4 3v6.3H9.1z',
  },
]
