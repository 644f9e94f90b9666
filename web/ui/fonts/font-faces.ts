import headingFont from './archivo-condensed-latin.woff2?url'
import textFont from './inter-latin.woff2?url'

/** Preloaded and optional: text never moves when a font arrives. */
export const fontFiles = [headingFont, textFont]

/**
 * Ours, and system fonts with their widths for a first visit on a slow line: those that look like Arial, and the wide ones of Linux.
 * Not in the stylesheet: when it comes, the page would be laid out anew and text would move to a font that came too late.
 */
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
@font-face {
  font-family: 'Archivo Condensed stand-in';
  src: local('Arial Bold'), local('Arial-BoldMT'), local('Liberation Sans Bold'), local('Roboto Bold');
  font-weight: 500 800;
  size-adjust: 80%;
  ascent-override: 109.75%;
  descent-override: 26.25%;
  line-gap-override: 0%;
}
@font-face {
  font-family: 'Archivo Condensed wide stand-in';
  src: local('DejaVu Sans Bold');
  font-weight: 500 800;
  size-adjust: 66%;
  ascent-override: 133%;
  descent-override: 31.8%;
  line-gap-override: 0%;
}
@font-face {
  font-family: 'Inter stand-in';
  src: local('Arial'), local('ArialMT'), local('Liberation Sans'), local('Roboto');
  size-adjust: 107%;
  ascent-override: 90.5%;
  descent-override: 22.5%;
  line-gap-override: 0%;
}
@font-face {
  font-family: 'Inter wide stand-in';
  src: local('DejaVu Sans');
  size-adjust: 93%;
  ascent-override: 104.1%;
  descent-override: 25.9%;
  line-gap-override: 0%;
}
`
