import { useState } from 'react'
import { proposeEuRates } from '#contract/tax.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { endpointQuery, useAction, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { percentText } from '#web/tax/rate-text.ts'
import { useSaveRates } from '#web/tax/use-save-rates.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

type Proposal = ResponseBody<typeof proposeEuRates>[number]

/** Shows the standard rates of the European Union as a library knows them; those that are confirmed are saved. */
export function EuRatesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={t('tax.eu-rates')} text={t('tax.eu-text')} wide onClose={onClose}>
      <Proposals onClose={onClose} />
    </Dialog>
  )
}

function Proposals({ onClose }: { onClose: () => void }) {
  const query = useQuery(endpointQuery(proposeEuRates))
  return (
    <QueryView query={query} placeholder={<SkeletonRows rows={8} label={t('tax.loading')} />} failed={t('tax.failed')}>
      {(proposals) => <ProposalForm proposals={byCountryName(proposals)} onClose={onClose} />}
    </QueryView>
  )
}

/** Sorts as the reader's language does: Spanien is not among the E. */
const byCountryName = (proposals: readonly Proposal[]) => {
  const { compare } = new Intl.Collator(currentLocale())
  return proposals.toSorted((a, b) => compare(countryName(a.country), countryName(b.country)))
}

function ProposalForm({ proposals, onClose }: { proposals: readonly Proposal[]; onClose: () => void }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(proposals.filter(({ rate, present }) => rate === present).map(({ country }) => country)),
  )
  const chosen = proposals.filter(({ country }) => !left.has(country))
  const saveRates = useSaveRates()
  const saving = useAction(async () => {
    const rates = chosen.map(({ country, name, rate, startsOn }) => ({
      country,
      name,
      rate,
      startsOn,
      region: '',
      postalPrefix: '',
      taxClass: 'standard',
      onShipping: true,
    }))
    await saveRates(rates, t('tax.paste-saved', { count: rates.length }))
    onClose()
  })
  const toggle = (country: string) => {
    const next = new Set(left)
    if (!next.delete(country)) next.add(country)
    setLeft(next)
  }
  const columns: Column<Proposal>[] = [
    {
      head: t('word.country'),
      phone: 'title',
      cell: ({ country }) => (
        <label className="flex min-h-9 items-center gap-3">
          <input type="checkbox" className="checkbox" checked={!left.has(country)} onChange={() => toggle(country)} />
          {countryName(country)}
        </label>
      ),
    },
    { head: t('tax.rate'), numeric: true, cell: ({ rate }) => percentText(rate) },
    {
      head: t('tax.eu-present'),
      numeric: true,
      cell: ({ present }) => (present === undefined ? '–' : percentText(present)),
    },
  ]
  return (
    <div className="grid gap-5">
      <Table caption={t('tax.eu-rates')} columns={columns} rows={proposals} rowKey={({ country }) => country} />
      <Button busy={saving.isPending} disabled={chosen.length === 0} onClick={() => saving.mutate(undefined)}>
        {t('tax.eu-save', { count: chosen.length })}
      </Button>
    </div>
  )
}
