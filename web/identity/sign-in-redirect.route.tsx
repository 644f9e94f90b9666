import { redirect } from 'react-router'
import type { PageHandle } from '#web/api/server-call.ts'
import { returnPath, signInUrl } from '#web/identity/return-path.ts'
import type { Route } from './+types/sign-in-redirect.route.ts'

export const handle = { query: ['from'] } satisfies PageHandle

/** Redirects /login and /signin to /sign-in. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(signInUrl(returnPath(url.searchParams)))
}

export function clientLoader({ url }: Route.ClientLoaderArgs) {
  return redirect(signInUrl(returnPath(url.searchParams)))
}

export default function ToSignInRoute() {
  return null
}
