/** Writes a color as `#rrggbb` in small letters; undefined for anything else. */
export function readColor(text: string): string | undefined {
  const [, long, short] = /^#?(?:([0-9a-f]{6})|([0-9a-f]{3}))$/.exec(text.trim().toLowerCase()) ?? []
  if (long !== undefined) return `#${long}`
  return short === undefined ? undefined : `#${[...short].map((digit) => digit + digit).join('')}`
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

/** Returns the relative luminance of a color (WCAG 2.2), from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes a color with black or white, in 255 steps. */
const mix = (color: string, target: number, step: number): string =>
  `#${channels(color)
    .map((value) =>
      Math.round(value + ((target - value) * step) / 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/**
 * Returns the color if its contrast with each of the grounds is at least `least`; else the nearest one that is, made darker for light
 * grounds and lighter for dark ones.
 */
export function nearestWithContrast(color: string, grounds: readonly string[], least: number): string {
  const target = grounds.some((ground) => contrast(ground, '#000000') < least) ? 255 : 0
  for (let step = 0; step < 255; step++) {
    const mixed = mix(color, target, step)
    if (grounds.every((ground) => contrast(mixed, ground) >= least)) return mixed
  }
  return target === 0 ? '#000000' : '#ffffff'
}

/** Returns the color of text on a ground: dark, white or black, the first that can be read. */
export const textOn = (ground: string): string =>
  ['#1a1208', '#ffffff', '#000000'].find((text) => contrast(text, ground) >= textContrast) ?? '#000000'

/** Sets the contrast of text (WCAG 1.4.3), and that of marks and parts of controls (WCAG 1.4.11). */
export const textContrast = 4.5
export const markContrast = 3

/** Lists the grounds of the themes in `web/app.css` that colors stand on. */
export const grounds = {
  light: ['#fdfcf9', '#f4f1ea'],
  dark: ['#191c1f', '#212528'],
  /** The header and the footer, in both themes. */
  header: ['#1f2326', '#0e1011'],
} as const

/** Names the two colors of a store: that of buttons and marks, and that of links and small texts. */
export interface StoreColors {
  primary: string
  accent: string
}

export const defaultColors: StoreColors = { primary: '#ff6a13', accent: '#b34700' }

/** Returns what is needed of a color on the light page, and what is there. */
export function checkColor(name: keyof StoreColors, color: string) {
  const least = name === 'primary' ? markContrast : textContrast
  const ratio = Math.min(...grounds.light.map((ground) => contrast(color, ground)))
  return { least, ratio, nearest: nearestWithContrast(color, grounds.light, least) }
}

/** Returns the colors of each theme: on dark grounds the nearest that can be seen there. */
export function themeOf({ primary, accent }: StoreColors) {
  const onDark = nearestWithContrast(primary, grounds.dark, markContrast)
  return {
    light: { primary, accent },
    dark: { primary: onDark, accent: nearestWithContrast(accent, grounds.dark, textContrast) },
    header: { primary: nearestWithContrast(primary, grounds.header, markContrast) },
  }
}

/** Writes the theme as CSS, over the one of `web/app.css`. */
export function themeCss(colors: StoreColors): string {
  const { light, dark, header } = themeOf(colors)
  const pair = (name: string, color: string) => `--color-${name}:${color};--color-${name}-content:${textOn(color)}`
  const root = ({ primary, accent }: StoreColors) => `:root:root{${pair('primary', primary)};${pair('accent', accent)}}`
  return `${root(light)}@media (prefers-color-scheme:dark){${root(dark)}}.on-dark{${pair('primary', header.primary)}}`
}

/** Lists the sizes of the icon in pixels: of tabs, of Apple's phones, and of the web manifest. */
export const iconSizes = [32, 180, 192, 512] as const

/** Returns the style sheet of a store with colors of its own; none for one that has those of the software. */
export function storeStyles({
  primaryColor = '',
  accentColor = '',
}: Partial<Record<`${keyof StoreColors}Color`, string>>) {
  if (primaryColor === '' && accentColor === '') return []
  return [themeCss({ primary: primaryColor || defaultColors.primary, accent: accentColor || defaultColors.accent })]
}
