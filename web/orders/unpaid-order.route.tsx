import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#web/identity/session.ts'

// Only buyers who have signed in have orders. The page is whole without it, also where it cannot be loaded.
const UnpaidOrder = lazy(() =>
  import('#web/orders/unpaid-order.tsx').then(
    (module) => ({ default: module.UnpaidOrder }),
    () => ({ default: () => null }),
  ),
)

/** Puts the order that waits for its payment above a page. */
export default function UnpaidOrderLayout() {
  const session = useSession()
  return (
    <>
      {session.status === 'signed-in' ? (
        <Suspense>
          <UnpaidOrder person={session} />
        </Suspense>
      ) : null}
      <Outlet />
    </>
  )
}
