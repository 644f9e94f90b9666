export default function MyProfileRoute() {
  return <h1 className="text-4xl">My Profile</h1>
}
