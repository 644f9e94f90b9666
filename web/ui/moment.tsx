/** A day as everybody reads it, in the reader's own time zone: '21 Nov 2026'. Browser only. */
export function Day({ iso }: { iso: string }) {
  const text = new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}

/** A day and its time, in the reader's own time zone: '21 Nov, 14:05', with the year unless it is this one. Browser only. */
export function DayTime({ iso }: { iso: string }) {
  const moment = new Date(iso)
  const text = moment.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}
