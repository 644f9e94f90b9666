import { redirect } from 'react-router'
import { originLocation, signInPath } from '#web/identity/origin-location.ts'
import type { Route } from './+types/to-sign-in.route.ts'

/** /login and /signin are other names of /sign-in. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(signInPath(originLocation(url.searchParams)))
}

export function clientLoader({ url }: Route.ClientLoaderArgs) {
  return redirect(signInPath(originLocation(url.searchParams)))
}

export default function ToSignInRoute() {
  return null
}
