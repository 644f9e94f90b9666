// The identity library, loaded as one file and only where somebody signs in, a token must be renewed or an account changes.
export * from '#web/identity/sdk/mail-codes.ts'
export * from '#web/identity/sdk/prove.ts'
export * from '#web/identity/sdk/security.ts'
export * from '#web/identity/sdk/sign-in.ts'
