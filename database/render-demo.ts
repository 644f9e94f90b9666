import { renderDemoPictures } from '#database/demo/demo-pictures.ts'

// A step of the build.
await renderDemoPictures()
