// The identity SDK in one chunk, loaded only for sign-in, token renewal and account changes.
export {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  PhoneAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
export { auth, findUser, getUser } from '#web/identity/sdk/auth.ts'
export * from '#web/identity/sdk/credentials.ts'
export { popupResolver } from '#web/identity/sdk/popups.ts'
export * from '#web/identity/sdk/security.ts'
export * from '#web/identity/sdk/sign-in.ts'
