import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '#web/i18n/messages.ts'

function follow(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says so while the browser has no network. What is typed stays; what failed is asked again when the network is back. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="flex items-center justify-center gap-2 bg-warning px-4 py-2 text-center font-semibold text-warning-content">
          <WifiOff aria-hidden="true" size={18} className="shrink-0" /> {t('ui.offline')}
        </p>
      )}
    </div>
  )
}
