import { data } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export const clientLoader = () => null

export default function NotFoundRoute() {
  return (
    <section className="page-width grid place-items-center py-20 text-center">
      <title>Page Not Found – Boltyard</title>
      <p className="text-2xl">Oops!</p>
      <p className="font-heading text-9xl font-extrabold">404</p>
      <h1 className="text-4xl">Page Not Found</h1>
      <ButtonLink to="/" className="mt-6">
        Back To Home
      </ButtonLink>
    </section>
  )
}
