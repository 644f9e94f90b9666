import { renderSVG } from 'uqr'

/** Shows a text as a QR code, black on white in every theme. */
export const QrCode = ({ text, label, className = 'size-48' }: { text: string; label: string; className?: string }) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`}
    alt={label}
    width={192}
    height={192}
    className={`rounded-field bg-white p-1 ${className}`}
  />
)
