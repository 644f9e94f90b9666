import { Copy, Download, KeySquare, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import { useQuery } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { createRecoveryCodes, recoveryCodesLeft } from '#web/identity/account-security.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Shows the number of unused recovery codes and creates new ones, which are shown once. `isFirstFactor` is set after adding the
 * first second factor: its codes are shown at once.
 */
export function RecoveryCodes({
  email,
  change,
  isFirstFactor,
}: {
  email: string
  change: Change
  isFirstFactor: boolean
}) {
  const { data: left } = useQuery(recoveryCodesLeft)
  const [codes, setCodes] = useState<string[]>()

  async function make() {
    await change.change('recovery', async () => setCodes(await createRecoveryCodes()), t('recovery.made'))
  }
  const replacing = useConfirm(
    () => ({
      title: t('recovery.replace-title'),
      text: t('recovery.replace-text'),
      confirmLabel: t('recovery.make-new'),
    }),
    make,
  )

  const hasMade = useRef(false)
  useEffect(() => {
    if (!isFirstFactor || hasMade.current) return
    hasMade.current = true
    void make()
    // Once for the factor that was added; what making needs does not change meanwhile.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFirstFactor])

  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 px-4 py-2">
      <KeySquare aria-hidden="true" size={20} className="shrink-0" />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {t('recovery.title')}
          {left === undefined ? null : (
            <Badge tone={left < 3 ? 'warning' : 'neutral'}>{t('recovery.left', { left })}</Badge>
          )}
        </span>
        <span className="muted block text-sm">{t('recovery.text')}</span>
      </span>
      <Button
        size="sm"
        variant="quiet"
        busy={change.running === 'recovery'}
        disabled={left === undefined}
        onClick={() => (left ? replacing.ask(undefined) : void make())}
      >
        {left ? t('recovery.make-new') : t('recovery.make')}
      </Button>
      {replacing.dialog}
      <Dialog
        open={codes !== undefined}
        title={t('recovery.yours')}
        text={t('recovery.shown-once')}
        closable={false}
        onClose={() => setCodes(undefined)}
      >
        {codes ? <CodeSheet email={email} codes={codes} onDone={() => setCodes(undefined)} /> : null}
      </Dialog>
    </div>
  )
}

function CodeSheet({ email, codes, onDone }: { email: string; codes: readonly string[]; onDone: () => void }) {
  const file = `${t('recovery.sheet', { email })}\n\n${codes.join('\n')}\n`
  return (
    <div className="grid gap-5">
      <div className="print-alone">
        <p className="mb-3 hidden print:block">{t('recovery.sheet', { email })}</p>
        <ul
          aria-label={t('recovery.title')}
          className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-field border border-base-300 bg-base-200 p-4 font-mono text-lg max-xs:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => void copy(codes.join('\n'))}>
          <Copy aria-hidden="true" size={16} /> {t('recovery.copy')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className="btn btn-outline btn-sm min-h-9 border-base-content/35 pointer-coarse:min-h-11"
        >
          <Download aria-hidden="true" size={16} /> {t('recovery.download')}
        </a>
        <Button variant="outline" size="sm" onClick={() => print()}>
          <Printer aria-hidden="true" size={16} /> {t('word.print')}
        </Button>
      </div>
      <Button onClick={onDone}>{t('recovery.kept')}</Button>
    </div>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.info(t('recovery.copied'))
  } catch {
    toast.warning(t('recovery.copying-refused'))
  }
}
