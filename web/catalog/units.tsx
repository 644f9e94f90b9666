import { useSyncExternalStore } from 'react'
import type { System } from '#contract/units.ts'
import { t } from '#web/i18n/messages.ts'

const systems: readonly System[] = ['metric', 'imperial']
const key = 'units'
const changed = 'units-changed'

const readUnits = () => systems.find((system) => system === localStorage.getItem(key))

function subscribe(listener: () => void): () => void {
  for (const type of [changed, 'storage']) addEventListener(type, listener)
  return () => {
    for (const type of [changed, 'storage']) removeEventListener(type, listener)
  }
}

/**
 * Returns the units that the buyer chose, in which measures are shown; undefined as the products have them. Public pages are the
 * same for all visitors, so the choice is kept in the browser and applies from hydration on.
 */
export const useUnits = (): System | undefined => useSyncExternalStore(subscribe, readUnits, () => undefined)

function chooseUnits(system: System | undefined): void {
  if (system) localStorage.setItem(key, system)
  else localStorage.removeItem(key)
  dispatchEvent(new Event(changed))
}

/** Switches all measures between metric units and inches; pressing the chosen one shows them as the products have them again. */
export function UnitSwitch() {
  const chosen = useUnits()
  return (
    <div role="group" aria-label={t('units.title')} className="join print:hidden">
      {systems.map((system) => (
        <button
          key={system}
          type="button"
          aria-pressed={system === chosen}
          onClick={() => chooseUnits(system === chosen ? undefined : system)}
          className="btn btn-outline join-item min-h-11 border-base-content/35 px-3 aria-pressed:bg-neutral aria-pressed:text-neutral-content dark:aria-pressed:bg-base-content dark:aria-pressed:text-base-100"
        >
          {system === 'metric' ? t('units.metric') : t('units.imperial')}
        </button>
      ))}
    </div>
  )
}
