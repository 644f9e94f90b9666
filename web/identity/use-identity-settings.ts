import type { ClientSettings } from '#contract/settings.ts'
import { useRootData } from '#web/page/root-data.ts'

const nothing: Pick<ClientSettings['identity'], 'mode' | 'providers' | 'phone'> = {
  mode: 'embedded',
  providers: [],
  phone: false,
}

/** Returns the sign-in settings; known during server rendering, so that the layout does not shift. */
export function useIdentitySettings() {
  return useRootData()?.settings.identity ?? nothing
}
