export default function SignUpRoute() {
  return <h1 className="text-4xl">SignUp to your account</h1>
}
