/** Renders progress from 0 to 1; indeterminate without a value. */
export function Progress({ label, value }: { label: string; value?: number }) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold">{label}</p>
      <progress
        className="progress progress-primary h-2.5 w-full"
        max={1}
        aria-label={label}
        {...(value !== undefined && { value })}
      />
    </div>
  )
}
