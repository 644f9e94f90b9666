/** Declares the copy with Google's popups and captcha; see vite.config.ts. */
declare module '#web/identity/identity-sdk.ts?google' {
  export * from '#web/identity/identity-sdk.ts'
}
