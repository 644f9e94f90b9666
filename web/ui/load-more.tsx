import { Button } from '#web/ui/button.tsx'

/** Under a list of which the server has more rows. */
export function LoadMore({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <p className="no-print mt-5 text-center">
      <Button look="outline" busy={busy} onClick={onMore}>
        Load more
      </Button>
    </p>
  )
}
