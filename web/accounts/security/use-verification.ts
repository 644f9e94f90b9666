import { useEffect, useRef } from 'react'
import { refreshSessionAfterChange } from '#web/identity/session-changes.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Reports that the address was verified in another tab or on another device. `isVerified` is undefined until it is known. */
export function useVerification(isVerified: boolean | undefined): void {
  const wasUnverified = useRef(false)
  useEffect(() => {
    if (isVerified && wasUnverified.current) {
      toast.success(t('verify-email.done'))
      // The shop learns it from a new token.
      void refreshSessionAfterChange()
    }
    wasUnverified.current = isVerified === false
  }, [isVerified])
}
