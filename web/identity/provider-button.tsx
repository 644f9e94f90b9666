import { providerName } from '#web/identity/provider-names.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders a provider's button; it signs in or calls `onPress`. */
export function ProviderButton({
  providerId,
  busy = false,
  disabled,
  onPress,
}: {
  providerId: string
  busy?: boolean
  disabled?: boolean
  onPress: () => void
}) {
  return (
    <Button
      variant="outline"
      size="lg"
      busy={busy}
      disabled={disabled}
      onClick={onPress}
      className="w-full hover:border-base-content/60 hover:bg-base-200 hover:text-base-content"
    >
      {busy ? null : <ProviderMark providerId={providerId} />}
      {t('provider.continue', { provider: providerName(providerId) })}
    </Button>
  )
}

/** Renders the provider's logo according to its guidelines; a letter for others. */
export function ProviderMark({ providerId, size = 20 }: { providerId: string; size?: number }) {
  const mark = marks[providerId]
  if (!mark) {
    return (
      <span aria-hidden="true" className="grid size-5 place-items-center rounded-full bg-base-300 text-xs">
        {providerName(providerId).slice(0, 1)}
      </span>
    )
  }
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} className="shrink-0">
      {mark.map(([d, fill]) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  )
}

const marks: Readonly<Record<string, readonly (readonly [path: string, fill: string])[]>> = {
  'google.com': [
    [
      'M23.5 12.27c0-.85-.08-1.67-.22-2.45H12v4.64h6.45a5.5 5.5 0 0 1-2.39 3.62v3h3.87c2.26-2.09 3.57-5.16 3.57-8.81z',
      '#4285f4',
    ],
    ['M12 24c3.24 0 5.95-1.08 7.93-2.91l-3.87-3a7.2 7.2 0 0 1-10.73-3.78h-4v3.1A12 12 0 0 0 12 24z', '#34a853'],
    ['M5.33 14.31a7.1 7.1 0 0 1 0-4.6v-3.1h-4a12 12 0 0 0 0 10.8z', '#fbbc05'],
    ['M12 4.76c1.76 0 3.34.6 4.58 1.79l3.44-3.44A12 12 0 0 0 1.33 6.6l4 3.1A7.16 7.16 0 0 1 12 4.76z', '#ea4335'],
  ],
  'facebook.com': [
    [
      'M24 12a12 12 0 1 0-13.88 11.85v-8.38H7.08V12h3.04V9.36c0-3 1.8-4.67 4.54-4.67 1.31 0 2.68.24 2.68.24v2.95h-1.5c-1.5 0-1.96.93-1.96 1.88V12h3.32l-.53 3.47h-2.79v8.38A12 12 0 0 0 24 12z',
      '#1877f2',
    ],
  ],
  'github.com': [
    [
      'M12 .5a11.5 11.5 0 0 0-3.64 22.41c.58.1.79-.25.79-.55v-2.15c-3.2.7-3.87-1.36-3.87-1.36-.53-1.33-1.28-1.69-1.28-1.69-1.05-.71.08-.7.08-.7 1.15.08 1.76 1.19 1.76 1.19 1.03 1.76 2.7 1.25 3.35.95.1-.74.4-1.25.73-1.54-2.55-.29-5.24-1.28-5.24-5.68 0-1.26.45-2.28 1.19-3.09-.12-.29-.52-1.46.11-3.05 0 0 .97-.31 3.17 1.18a11 11 0 0 1 5.76 0c2.2-1.49 3.17-1.18 3.17-1.18.63 1.59.23 2.76.11 3.05.74.81 1.19 1.83 1.19 3.09 0 4.42-2.7 5.39-5.26 5.67.41.36.78 1.06.78 2.14v3.17c0 .31.21.67.8.55A11.5 11.5 0 0 0 12 .5z',
      'currentColor',
    ],
  ],
  'twitter.com': [
    [
      'M18.24 2.25h3.31l-7.23 8.26 8.5 11.24h-6.66l-5.21-6.82-5.97 6.82H1.68l7.73-8.84L1.25 2.25h6.83l4.71 6.23zm-1.16 17.52h1.83L7.08 4.13H5.12z',
      'currentColor',
    ],
  ],
}
