import { Link } from 'react-router'

/** Shows four links to social networks; they lead home until configured. */
export function SocialLinks({ className = '' }: { className?: string }) {
  return (
    <ul className="flex gap-1">
      {networks.map(({ name, path }) => (
        <li key={name}>
          <Link
            to="/"
            aria-label={name}
            className={`grid size-11 place-items-center rounded-field opacity-85 hover:opacity-100 ${className}`}
          >
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
              <path d={path} />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Draws simple shapes in the style of each network. */
const networks = [
  {
    name: 'Facebook',
    path: 'M14 8.5V6.8c0-.8.5-1.2 1.3-1.2H17V2.5h-2.6C11.500 2.500 10 4.300 10 6.700v1.800H7.500v3.200H10v9.800h4v-9.800h2.600l.5-3.200z',
  },
  {
    name: 'X',
    path: 'M4 3.500h4.800l4 5.600 4.900-5.600h2l-6 6.900 6.800 10.100h-4.800l-4.500-6.300-5.500 6.300h-2l6.600-7.600zm3 1.600 9.500 13.800h1.800L8.600 5.100z',
  },
  {
    name: 'Instagram',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.800a4.200 4.200 0 1 1 0 8.400 4.200 4.200 0 0 1 0-8.400zm0 2a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM16.600 6.200a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400z',
  },
  {
    name: 'LinkedIn',
    path: 'M5.200 3.200a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM3.500 8.800h3.400v12H3.500zm5.600 0h3.200v1.700c.6-1.100 1.900-2 3.700-2 3.400 0 4.500 2 4.500 5.300v7h-3.400v-6.300c0-1.700-.3-3-2.100-3s-2.400 1.300-2.400 3v6.300H9.100z',
  },
]
