import { Outlet } from 'react-router'
import { SignedInOnly } from '#web/identity/signed-in-only.tsx'

export default function DashboardRoute() {
  return (
    <SignedInOnly>
      {() => (
        <div className="page-width py-8">
          <Outlet />
        </div>
      )}
    </SignedInOnly>
  )
}
