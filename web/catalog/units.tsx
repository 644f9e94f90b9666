import type { System } from '#contract/units.ts'
import { storedText } from '#web/page/stored-text.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'

const systems: readonly System[] = ['metric', 'imperial']
const units = storedText('localStorage', 'units')

const storeUnits = () => (currentStore().units === 'imperial' ? 'imperial' : undefined)

/**
 * Returns the units in which measures are shown: those that the buyer chose, else those of the store, which are undefined for a metric one:
 * as the products have them. Public pages are the
 * same for all visitors, so the choice is kept in the browser and applies from hydration on.
 */
export function useUnits(): System | undefined {
  const text = units.useText()
  return systems.find((system) => system === text) ?? (text === 'original' ? undefined : storeUnits())
}

/** Shows all measures as the products have them, in metric units or in inches. */
export function UnitSwitch() {
  const chosen = useUnits()
  return (
    <div role="group" aria-label={t('units.title')} className="join print:hidden">
      {[undefined, ...systems].map((system) => (
        <button
          key={system ?? ''}
          type="button"
          aria-pressed={system === chosen}
          onClick={() => units.write(system ?? 'original')}
          className="btn btn-outline join-item min-h-11 border-base-content/35 px-3 aria-pressed:bg-neutral aria-pressed:text-neutral-content dark:aria-pressed:bg-base-content dark:aria-pressed:text-base-100"
        >
          {t(system ? `units.${system}` : 'units.original')}
        </button>
      ))}
    </div>
  )
}
