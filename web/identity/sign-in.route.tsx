export default function SignInRoute() {
  return <h1 className="text-4xl">Sign In</h1>
}
