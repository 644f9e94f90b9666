import { Button } from '#web/ui/button.tsx'
import { t } from '#web/words/words.ts'

/** Under a list of which the server has more rows. */
export function LoadMore({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <p className="no-print mt-5 text-center">
      <Button look="outline" busy={busy} onClick={onMore}>
        {t('ui.load-more')}
      </Button>
    </p>
  )
}
