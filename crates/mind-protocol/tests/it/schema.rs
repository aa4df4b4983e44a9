//! The schema files.

use std::fs;
use std::path::Path;

use mind_protocol::schemas;
use serde_json::Value;

/// S-5: the files say what the shapes are. `cargo xtask codegen` writes them.
#[test]
fn the_files_are_fresh() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    let mut expected: Vec<String> =
        schemas().iter().map(|(name, _)| format!("{name}.json")).collect();
    let mut found: Vec<String> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    for (name, schema) in schemas() {
        let text = fs::read_to_string(directory.join(format!("{name}.json"))).unwrap();
        assert_eq!(text, format!("{schema:#}\n"), "{name}: run `cargo xtask codegen`");
    }
}

/// S-22: the root of every schema is an object, without combinators and references a client may stumble on.
#[test]
fn roots_are_plain_objects() {
    for (name, schema) in schemas() {
        assert_eq!(schema["type"], "object", "{name}");
        for keyword in ["oneOf", "anyOf", "allOf", "$ref", "if"] {
            assert!(schema.get(keyword).is_none(), "{name} has {keyword} at its root");
        }
        assert!(schema["properties"].is_object(), "{name}");
    }
}

/// S-5: wire names are camelCase, and each property says what it is.
#[test]
fn properties_are_camel_case_and_described() {
    // Its first level is the names of calls, which the host protocol spells otherwise.
    let of_calls = |name: &str| name == "host-calls";
    for (name, schema) in schemas() {
        let definitions = schema.get("$defs").and_then(Value::as_object);
        let inner = definitions.into_iter().flat_map(|defs| defs.values());
        let outer = (!of_calls(name)).then_some(&schema);
        for object in outer.into_iter().chain(inner) {
            for (property, shape) in object["properties"].as_object().into_iter().flatten() {
                assert!(property.bytes().all(|b| b.is_ascii_alphanumeric()), "{name}.{property}");
                assert!(shape.get("description").is_some(), "{name}.{property}");
            }
        }
    }
}
