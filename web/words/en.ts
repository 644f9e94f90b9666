/** Every sentence of the pages in English, by the room and the place where it stands. Places in braces follow ICU MessageFormat. */
export const en = {
  'shop.skip': 'Skip to content',
  'shop.language': 'Language',
} as const
