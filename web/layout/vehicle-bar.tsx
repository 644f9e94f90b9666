import { CarFront } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useMatches, useNavigate } from 'react-router'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { useSession } from '#web/identity/session.ts'
import { useVehicle } from '#web/page/fit/chosen-vehicle.ts'
import type * as VehicleChunk from '#web/vehicles/vehicle-dialog.tsx'
import { hasBrowserGarage } from '#web/vehicles/browser-garage.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

const button = 'min-h-10 shrink-0 cursor-pointer rounded-field px-2 font-semibold underline-offset-4 hover:underline'

/** Shows the chosen vehicle under the header of the shop, as high with one as without; what chooses is loaded on the first press. */
export function VehicleBar() {
  const vehicle = useVehicle()
  // Not by the address: pages that are not there are rendered once for all addresses.
  const isElsewhere = useMatches().some(({ id }) => /^(?:dashboard|developer)\//.test(id))
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [Dialog, setDialog] = useState<ComponentType<{ open: boolean; onClose: () => void }>>()
  const [isOpen, setOpen] = useState(false)
  useMergedGarage()
  if (isElsewhere) return null
  const load = (use: (chunk: typeof VehicleChunk) => unknown) =>
    void loadChunk(() => import('#web/vehicles/vehicle-dialog.tsx'))
      .then(use)
      .catch((error: unknown) => toast.error(errorMessageOf(error)))
  const open = () =>
    load(({ VehicleDialog }) => {
      setDialog(() => VehicleDialog)
      setOpen(true)
    })
  const isFiltered = /[?&]vehicle=/.test(search)
  return (
    <section aria-label={t('vehicle.bar')} className="no-print border-b border-base-300 bg-base-200 text-[0.9375rem]">
      <div className="page-width flex h-11 items-center gap-1">
        <CarFront aria-hidden="true" size={20} className="shrink-0" />
        {vehicle ? (
          <>
            <p className="line-clamp-2 min-w-0 pl-2 leading-tight font-semibold wrap-anywhere max-sm:text-sm">
              {vehicle.name}
            </p>
            <button type="button" className={button} onClick={open}>
              {t('vehicle.change')}
            </button>
            {isFiltered || /^\/(?:products$|categories\/)/.test(pathname) ? (
              <button type="button" className={button} onClick={() => load(({ otherList }) => navigate(otherList()))}>
                {t(isFiltered ? 'vehicle.show-all' : 'vehicle.only-fits')}
              </button>
            ) : null}
          </>
        ) : (
          <button type="button" data-early className={`${button} in-vehicle:invisible`} onClick={open}>
            {t('vehicle.choose')}
          </button>
        )}
      </div>
      {Dialog ? <Dialog open={isOpen} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

/** Adds the vehicles that a visitor kept to the garage of the account after sign-in. */
function useMergedGarage(): void {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'signed-in' || !hasBrowserGarage()) return
    loadChunk(() => import('#web/vehicles/garage-store.ts'))
      .then(({ mergeGarage }) => mergeGarage())
      .catch((error: unknown) => toast.error(errorMessageOf(error)))
  }, [status])
}
