import { useRouteLoaderData } from 'react-router'
import type { ClientSettings } from '#contract/settings.ts'
import type { loader } from '#web/root.tsx'

const nothing: Pick<ClientSettings['identity'], 'mode' | 'providers' | 'phone'> = {
  mode: 'embedded',
  providers: [],
  phone: false,
}

/** Which ways to sign in this shop has; known to the server, too, so that nothing moves when the scripts arrive. */
export function useIdentitySettings() {
  return useRouteLoaderData<typeof loader>('root')?.settings.identity ?? nothing
}
