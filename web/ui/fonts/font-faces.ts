import headingFont from './archivo-condensed-latin.woff2?url'
import textFont from './inter-latin.woff2?url'

/** Preloaded and optional: text never moves when a font arrives. */
export const fontFiles = [headingFont, textFont]

/** In a style element of their own, so that one that came too late can be taken out before other styles call for it again. */
export const fontFaces = `
@font-face {
  font-family: 'Archivo Condensed';
  src: url('${headingFont}') format('woff2');
  font-weight: 500 800;
  font-display: optional;
}
@font-face {
  font-family: 'Inter';
  src: url('${textFont}') format('woff2');
  font-weight: 400 700;
  font-display: optional;
}
`
