/** The same with Google's own windows and captcha in it; see vite.config.ts. */
declare module '#web/identity/identity-sdk.ts?google' {
  export * from '#web/identity/identity-sdk.ts'
}
