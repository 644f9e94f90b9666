import { useState } from 'react'
import { getPackingFacts, type PackingFacts } from '#contract/shipments.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import type { Counted } from '#web/orders/count-scanned.ts'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Takes part numbers and barcodes of an order, one after another, and says what each has come to. */
export function ScanPart({
  order,
  onScan,
}: {
  order: string
  onScan: (code: string, numbers: PackingFacts['lines']) => Counted
}) {
  const facts = useQuery(endpointQuery(getPackingFacts, { params: { id: order } })).data
  const [text, setText] = useState('')
  const [said, setSaid] = useState<Counted>()
  return (
    <div>
      <Field
        // Enter in the fields of the units goes on to the next one of the form, which this is not.
        type="search"
        label={t('orders.scan-part')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={200}
        disabled={!facts}
        error={said && !said.packed ? said.text : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It neither ships nor leaves the field: the next scan comes.
          event.preventDefault()
          event.stopPropagation()
          if (!facts || text.trim() === '') return
          setSaid(onScan(text.trim(), facts.lines))
          setText('')
        }}
      />
      <p role="status" className={`text-sm font-medium ${said && !said.packed ? '' : 'mt-1 min-h-6'}`}>
        {said?.packed ? said.text : ''}
      </p>
    </div>
  )
}
